#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, now: *mut Timespec) -> i32;
}

/// Of this thread, in nanoseconds: CLOCK_THREAD_CPUTIME_ID.
pub fn processor_time() -> i64 {
    let mut now = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(3, &mut now) };
    now.seconds * 1_000_000_000 + now.nanoseconds
}
