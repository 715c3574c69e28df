const PACKAGE = `  {
    "name": "package-N",
    "version": "1.4.N",
    "license": "MIT",
    "files": ["dist", "src/**/*.ts", "!**/*.test.ts"],
    "scripts": { "build": "tsc -p .", "test": "vitest run --coverage" },
    "dependencies": { "left-pad": "^1.3.0", "right-pad": "~2.0.N" },
    "engines": { "node": ">=20" },
    "private": false,
    "description": "A package with a \\"quoted\\" word and an escape: \\u00e9"
  }`;

/** For languages of which no sources are at hand: something usual, over and over. `N` becomes a number. */
export const SNIPPETS = {
  json: PACKAGE,
  jsonc: PACKAGE,
  toml: `[package.nN]
name = "crate-N"
version = "0.N.0"
authors = ["Someone <someone@example.org>"]
edition = 2021

[package.nN.dependencies]
serde = { version = "1.0", features = ["derive"] }
rand = "0.8"
paths = [
  "src/lib.rs",
  "src/main.rs",
]

`,
  css: `.card-N > .header:hover,
.card-N .footer::after {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  padding: calc(var(--gap) * 2) 1rem;
  color: rgba(10, 20, 30, 0.5);
  transition: opacity 150ms ease-in-out;
}

@media (min-width: 48rem) and (prefers-reduced-motion: no-preference) {
  .card-N { transform: translate3d(0, -2px, 0); }
}

`,
  html: `<section id="part-N" class="card wide">
  <h2>Part N &amp; more</h2>
  <p>Some <em>words</em> with <a href="https://example.org/?a=N&amp;b=2">a link</a>.</p>
  <ul>
    <li>one<br>and a line</li>
    <li><img src="N.png" alt="" width=10></li>
  </ul>
  <script>document.getElementById('part-N').hidden = 1 < 2;</script>
</section>
`,
  sql: `CREATE TABLE orders_N (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  total NUMERIC(10, 2) DEFAULT 0
);
INSERT INTO orders_N (id, customer_id, total) VALUES (1, 2, 3.5), (2, 3, 4.5);
SELECT c.name, sum(o.total) AS total
FROM orders_N o JOIN customers c ON c.id = o.customer_id
WHERE o.total > 1 AND c.name LIKE 'A%'
GROUP BY c.name ORDER BY total DESC LIMIT 10;

`,
  csharp: `public sealed class ServiceN : IService<int>, IDisposable
{
    private readonly Dictionary<string, List<int>> cache = new();

    public async Task<int?> FindAsync(string key, CancellationToken token = default)
    {
        if (!cache.TryGetValue(key, out var found)) return null;
        foreach (var item in found.Where(x => x > N).OrderBy(x => x))
        {
            await Task.Delay(item, token).ConfigureAwait(false);
        }
        return found.Count switch { 0 => null, 1 => found[0], _ => found[^1] };
    }

    public void Dispose() => cache.Clear();
}

`,
  yaml: `service-N:
  image: "registry.example.org/app:1.N"
  environment:
    - NODE_ENV=production
    - PORT=80N
  ports: ["80N:80", "443:443"]
  healthcheck: { test: [CMD, curl, -f, http://localhost], interval: 30s }
  command: |
    node server.js --port 80
    echo done
`,
  go: `func handleN(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("part N: %v", e)
		}
	}()
	for i, item := range []string{"a", "b"} {
		switch {
		case i > N && item != "":
			w.Header().Set("X-Item", item)
		default:
			continue
		}
	}
	return nil
}

`,
  ruby: `class OrderN < ApplicationRecord
  belongs_to :customer, optional: true
  validates :total, numericality: { greater_than: N }

  def self.open(since: nil, *states, &block)
    scope = where(state: states.presence || %w[new paid])
    scope = scope.where("created_at > ?", since) if since
    scope.find_each(&block)
  end

  def label
    "#{id}: #{customer&.name || 'nobody'}"
  rescue StandardError => e
    warn e.message unless total =~ /^[0-9]+$/
  end
end

`,
  declarations: `export interface OptionsN<T extends object = Record<string, unknown>> {
  readonly name: string;
  values?: ReadonlyArray<T[keyof T]>;
  on(event: 'data' | 'end', listener: (chunk: Uint8Array) => void): this;
}
export declare function createN<const T extends object>(options?: Partial<OptionsN<T>>): Promise<T | undefined>;
declare const versionN: unique symbol;

`,
};
