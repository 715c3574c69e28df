// Commands that a person runs now and then, built into one file: each alone would carry a copy of what they share.
export * as demo from './demo.ts';
export * as doctor from './doctor.ts';
export * as install from './install.ts';
