import { describe, expect, test } from 'vitest';
import { withEntry } from '../../src/cli/install/config-text.ts';

const json = { section: 'mcpServers', name: 'corvid', value: { command: 'npx', args: ['-y', 'corvid'] } };
const toml = { section: 'mcp_servers', name: 'corvid', value: { command: 'npx', args: ['-y', 'corvid'] } };

describe('JSON', () => {
  test('starts from nothing', () => {
    expect(JSON.parse(withEntry('json', '', json))).toEqual({ mcpServers: { corvid: json.value } });
    expect(JSON.parse(withEntry('json', ' \n', json))).toEqual({ mcpServers: { corvid: json.value } });
  });

  test('keeps comments, order, indentation and other servers', () => {
    const before = `{
    // my theme
    "theme": "dark", /* really */
    "mcpServers": {
        "other": { "command": "x" }, // mine
    },
    "last": [1,2,  3]
}
`;
    expect(withEntry('json', before, json)).toBe(`{
    // my theme
    "theme": "dark", /* really */
    "mcpServers": {
        "other": { "command": "x" },
        "corvid": {
            "command": "npx",
            "args": [
                "-y",
                "corvid"
            ]
        }, // mine
    },
    "last": [1,2,  3]
}
`);
  });

  test('keeps a comment in an empty section', () => {
    const after = withEntry('json', '{ "mcpServers": { // none yet\n } }', json);
    expect(after).toMatch(/"corvid": \{[^}]*\} \/\/ none yet\n \} \}$/);
  });

  test('keeps tabs and CRLF', () => {
    const after = withEntry('json', '{\r\n\t"a": 1\r\n}\r\n', json);
    expect(after).toContain('\r\n\t"mcpServers": {\r\n\t\t"corvid": {\r\n');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('replaces an older entry, and leaves an equal one alone to the byte', () => {
    const older = '{ "mcpServers": { "corvid": { "command": "old" }, "b": {} } }';
    expect(JSON.parse(withEntry('json', older, json))).toEqual({
      mcpServers: { corvid: json.value, b: {} },
    });
    const equal = '{"mcpServers":{"corvid":{"args":["-y","corvid"],"command":"npx"}}}';
    expect(withEntry('json', equal, json)).toBe(equal);
  });

  test('keeps what else the user has set in its entry, and how it is written', () => {
    const before = `{
  "mcpServers": {
    "corvid": {
      "command": "old", // mine
      "args": ["a"],
      "env": {"A": "1"},
      "disabled": false
    }
  }
}
`;
    expect(withEntry('json', before, { ...json, whenNew: { env: {}, required: true } })).toBe(
      before.replace('"old"', '"npx"').replace('["a"]', '["-y", "corvid"]'),
    );
    const lacking = '{"mcpServers": {"corvid": {"command": "npx", "env": {"A": "1"}}}}';
    expect(withEntry('json', lacking, json)).toBe(
      '{"mcpServers": {"corvid": {"command": "npx", "env": {"A": "1"}, "args": ["-y", "corvid"]}}}',
    );
  });

  test('replaces a server elsewhere as a whole', () => {
    const remote = '{ "mcpServers": { "corvid": { "url": "https://old", "headers": {} } } }';
    expect(JSON.parse(withEntry('json', remote, json))).toEqual({ mcpServers: { corvid: json.value } });
  });

  test.each([
    ['{ "a": 1,, }', 'it is not valid JSON: PropertyNameExpected in line 1'],
    ['{\n"a": 1', 'it is not valid JSON: CloseBraceExpected in line 2'],
    ['[1]', 'it is not a JSON object'],
    ['{"mcpServers": []}', 'its `mcpServers` is not an object'],
    ['{"a": 1, "mcpServers": {}, "mcpServers": {"x": {}}}', 'the change would touch other settings'],
  ])('refuses %j', (before, reason) => {
    expect(() => withEntry('json', before, json)).toThrow(reason);
  });
});

describe('TOML', () => {
  test('starts from nothing', () => {
    expect(withEntry('toml', '', toml)).toBe(
      '[mcp_servers.corvid]\ncommand = "npx"\nargs = [ "-y", "corvid" ]\n',
    );
  });

  test('adds a table at the end and keeps every byte before it', () => {
    const before = '# mine\nmodel = "x"   # best\n\n[mcp_servers.other]\ncommand = "y"';
    const after = withEntry('toml', before, toml);
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toMatch(/^\n\n\[mcp_servers\.corvid\]\n/);
  });

  test('changes what its own table must say, and keeps the rest to the byte', () => {
    const before = `banner = """
[mcp_servers.corvid]
"""
[mcp_servers."corvid"] # old
startup_timeout_sec = 60 # slow disk
"command"  = "o#d" # mine
args = [
  "a", # one
] # all

# about the variables
[mcp_servers.corvid.env]
A = "1"
args = ["b"]

[mcp_servers.other] # keep
command = "y"
`;
    const after = before
      .replace('"o#d"', '"npx"')
      .replace('args = [\n  "a", # one\n]', 'args = [ "-y", "corvid" ]');
    expect(withEntry('toml', before, { ...toml, whenNew: { required: true } })).toBe(after);
  });

  test('adds what its own table lacks', () => {
    const before = '[mcp_servers.corvid]\ncommand = "npx"\n\n# last\n[a]\n';
    const args = 'args = [ "-y", "corvid" ]\n';
    expect(withEntry('toml', before, toml)).toBe(before.replace('"npx"\n', `"npx"\n${args}`));
    const empty = '[mcp_servers.corvid]';
    expect(withEntry('toml', empty, toml)).toBe(`${empty}\ncommand = "npx"\n${args}`);
  });

  test('keeps CRLF', () => {
    const bare = /(?<!\r)\n/;
    for (const before of [
      'model = "x"\r\n',
      'model = "x"\r\n[a]',
      '[mcp_servers.corvid]\r\ncommand = "old"\r\n\r\n[a]\r\n',
      '[mcp_servers.corvid]\r\nurl = "old"\r\n\r\n[a]\r\n',
    ])
      expect(withEntry('toml', before, toml)).not.toMatch(bare);
  });

  test('replaces a server elsewhere, with what hangs below it and nothing else', () => {
    const before = `[mcp_servers.corvid]
url = "https://old"
[mcp_servers.corvid.http_headers]
A = "1"

[mcp_servers.other] # keep
command = "y"
`;
    expect(withEntry('toml', before, toml)).toBe(`[mcp_servers.corvid]
command = "npx"
args = [ "-y", "corvid" ]

[mcp_servers.other] # keep
command = "y"
`);
  });

  test('leaves an equal entry alone to the byte', () => {
    const equal = 'mcp_servers = { corvid = { command = "npx", args = ["-y", "corvid"] } }\n';
    expect(withEntry('toml', equal, toml)).toBe(equal);
  });

  test.each([
    ['a = ', 'it is not valid TOML: '],
    ['mcp_servers.corvid = { command = "old" }', 'its `mcp_servers.corvid` is not a separate table'],
    ['mcp_servers = { other = {} }', 'its `mcp_servers` is an inline table, which cannot be extended'],
    ['mcp_servers = 1', 'its `mcp_servers` is not a table'],
  ])('refuses %j', (before, reason) => {
    expect(() => withEntry('toml', before, toml)).toThrow(reason);
  });
});
