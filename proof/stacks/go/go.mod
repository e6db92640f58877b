module example.test/schedules

go 1.19
