import type { JSX } from 'preact';

// Drawn for this page on a grid of 16, with strokes of the text's colour.

const PATHS = {
  pencil: 'M10.5 3.5l2 2L6 12l-2.6.6L4 10z',
  plus: 'M8 3.5v9M3.5 8h9',
  cross: 'M4 4l8 8M12 4l-8 8',
  prompt: 'M3.5 4.5 6.5 8l-3 3.5M8 11.5h4.5',
  search: 'M7.2 3a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM10.4 10.4 13 13',
  copy: 'M6 6h6.5v6.5H6zM3.5 10V3.5H10',
  undo: 'M6 3.5 3.5 6 6 8.5M3.8 6h5.4a3.2 3.2 0 0 1 0 6.5H6',
  redo: 'M10 3.5 12.5 6 10 8.5M12.2 6H6.8a3.2 3.2 0 0 0 0 6.5H10',
  lines: 'M3 4.5h10M3 8h10M3 11.5h6',
  columns: 'M3 3.5h10v9H3zM8 3.5v9',
  moon: 'M12.5 9.5A5 5 0 0 1 6.5 3.5a5 5 0 1 0 6 6z',
  sun: 'M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1',
  list: 'M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01',
  gap: 'M8 2v3M6.5 3.8 8 5.3l1.5-1.5M8 14v-3M6.5 12.2 8 10.7l1.5 1.5M3 8h1M6 8h1M9 8h1M12 8h1',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Raven(): JSX.Element {
  return (
    <svg class="raven" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M22.5 9.2 17.6 8A5.6 5.6 0 0 0 7.3 8.6C6.4 11 4.6 12.6 1.5 13.2c1.2 1 2.7 1.5 4.4 1.6-.6 1.5-1.7 2.7-3.2 3.6 3 .5 6-.1 8.4-1.7l1 3.8 1.6-.1-.3-3.9c3.2-1 5-3.4 4.9-6.5z" />
      <circle cx="14.6" cy="8.3" r=".95" />
    </svg>
  );
}
