go 255
