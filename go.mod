module mneme

go 1.26
