"""What adapts Numba to the rules: how they are compiled, kept, and run without the compiler."""
