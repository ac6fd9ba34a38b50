SELECT words();
