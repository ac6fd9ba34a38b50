// A library for LD_PRELOAD that tells when it was loaded, and by whom: the owner of the file. Needs no C library.
static void tell(void) __attribute__((constructor));
static void tell(void)
{
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(85), "D"("/run/jobs/preloaded"), "S"(0644) : "rcx", "r11", "memory");
}
