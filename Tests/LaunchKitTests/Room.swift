// The room's tests follow.
