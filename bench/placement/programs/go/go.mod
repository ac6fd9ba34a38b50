module example.com/placement

go 1.22
