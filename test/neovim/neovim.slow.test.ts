import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';

const isWanted = process.env['NEOVIM'] !== undefined;
const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));

// The settings of the docs page, with the program of this checkout.
const page = readFileSync(join(import.meta.dirname, '../../docs/guides/editors.md'), 'utf8');
const settings = /```lua\n([^]*?)```/
  .exec(page)![1]!
  .replace("'npx', 'operations'", `'${process.execPath}', '${program}'`);

const SCRIPT = `
vim.cmd('filetype on')
${settings}
vim.cmd('edit app/operations/pets@get.ts')
local out = {}
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do table.insert(out, 'diagnostic ' .. one.lnum .. ' ' .. one.code) end
local function ask(method, line, character)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = character } }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000) or {}) do return answer.result end
end
local items = ask('textDocument/completion', 2, 13).items
table.insert(out, 'completion ' .. items[1].label)
table.insert(out, 'hover ' .. ask('textDocument/hover', 2, 5).contents.value)
table.insert(out, 'definition ' .. ask('textDocument/definition', 3, 13)[1].uri:match('[^/]+$'))
vim.fn.writefile(vim.split(table.concat(out, '\\n'), '\\n'), 'out.txt')
vim.cmd('qa!')
`;

describe.skipIf(!isWanted)('Neovim (needs NEOVIM)', () => {
  it('shows diagnostics, completes, explains and goes to definitions with the settings of the docs', async () => {
    const root = scratch(afterAll);
    await writeTree(root, {
      'package.json': '{}',
      'app/definitions/pet.ts': 'export interface Pet { name: string }\n',
      'app/operations/pets@get.ts':
        '/**\n * Lists.\n * @returns {Pe} 200 - x\n * @throws {Pet} 404 - x\n */\nexport default function pets() {}\n',
    });
    writeFileSync(join(root, 'run.lua'), SCRIPT);
    const { stderr } = spawnSync('nvim', ['--headless', '--clean', '-c', 'luafile run.lua'], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).not.toMatch(/Error/);
    const lines = readFileSync(join(root, 'out.txt'), 'utf8').split('\n');
    expect(lines).toContain('diagnostic 2 unknown-type');
    expect(lines).toContain('completion Pet');
    expect(lines.join('\n')).toMatch(/hover `@returns`: A response/);
    expect(lines).toContain('definition pet.ts');
  });
});
