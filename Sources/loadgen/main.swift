import Glibc
import LaunchKit

var loadgen = LoadGen(environment: .current)
exit(loadgen.run(Array(CommandLine.arguments.dropFirst())).rawValue)
