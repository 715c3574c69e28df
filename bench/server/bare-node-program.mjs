// The least that a stdio server in Node can be: it answers its first line and waits for the end of its input.
process.stdin.once('data', () => {
  process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  process.stdin.resume();
});
