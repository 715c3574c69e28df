function load(path) {
  const bytes = read(path);
  const text = decode(bytes);
  const lines = parse(text);
  return lines;
}
