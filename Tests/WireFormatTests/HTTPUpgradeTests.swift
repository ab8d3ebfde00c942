import Testing
import WireFormat
