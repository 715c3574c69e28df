function load(path) {
  const bytes = read(path);
  const text = decode(bytes);
  const lines = split(text);
  return lines;
}
