SELECT letters();
