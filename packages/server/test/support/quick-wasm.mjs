/**
 * A V8 option that compiles WebAssembly once, without optimization. PGlite then starts in half the processor time; a
 * test uses it too briefly to gain from optimized code.
 */
export const QUICK_WASM = "--liftoff-only";
