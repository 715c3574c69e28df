/** Colours by what a bar stands for: in light mode, in dark mode. */
const COLOURS = {
  corvid: ['#0969da', '#4493f8'],
  second: ['#54aeff', '#1f6feb'],
  floor: ['#8c959f', '#6e7681'],
  filesystem: ['#bf8700', '#d29922'],
  'desktop-commander': ['#8250df', '#ab7df8'],
  peer: ['#bc4c00', '#db6d28'],
  right: ['#1a7f37', '#2ea043'],
  refused: ['#afb8c1', '#484f58'],
  wrong: ['#cf222e', '#f85149'],
  text: ['#1f2328', '#e6edf3'],
  faint: ['#59636e', '#9198a1'],
  line: ['#d1d9e0', '#3d444d'],
  ground: ['#ffffff', '#0d1117'],
};

const rules = (mode) =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `.${name}{fill:${pair[mode]}}`)
    .join('');

/** An image in a page cannot inherit the page's colours, so it asks the system itself. */
export const STYLE = `text{font:12px -apple-system,"Segoe UI",Helvetica,Arial,sans-serif}.title{font-weight:600;font-size:14px}.heading{font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}${rules(0)}@media(prefers-color-scheme:dark){${rules(1)}}`;
