/** Two examples for the help of each command. */
export const EXAMPLES: { readonly [command: string]: readonly [string, string] } = {
  init: [
    'npm create unplugin-operations@latest my-api -- --platform lambda',
    'operations init --language javascript --yes',
  ],
  list: ['operations list', 'operations list --json'],
  check: ['operations check', 'operations check --max-warnings 0 --json'],
  explain: ['operations explain GET /books/7', 'operations explain POST /books --json'],
  openapi: ['operations openapi > openapi.json', 'operations openapi -o openapi.json'],
  types: ['operations types', 'operations types -o operations.d.ts'],
  client: ['operations client -o packages/api', 'operations client -o packages/api --name @shop/api'],
  diff: ['operations diff', 'operations diff v1.2.0 --fail-on warning'],
  changelog: ['operations changelog v1 v2', 'operations changelog v1 v2 > CHANGES.md'],
  new: ['operations new books/{id}@get', 'operations new books/_middleware'],
  import: ['operations import openapi.yaml', 'operations import https://example.com/openapi.json --dry-run --json'],
  migrations: ['operations migrations --for postgres', 'operations migrations db/migrations --check'],
  completion: ['source <(operations completion bash)', 'operations completion fish | source'],
  doctor: ['operations doctor', 'operations doctor --json'],
  mock: ['operations mock', 'operations mock openapi.yaml --port 4000'],
  lsp: ['operations lsp', 'operations lsp --root packages/api'],
  mcp: ['operations mcp', 'operations mcp --header "Authorization: Bearer 1234"'],
  help: ['operations help', 'operations help check'],
};
