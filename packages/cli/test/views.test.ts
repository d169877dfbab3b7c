import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry, program } from './gantry.ts';
import { platformClient } from './platform-client.ts';

let server: RunningServer;
let gantry: Gantry;
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
  gantry = newGantry({ GANTRY_SERVER: server.url, GANTRY_TOKEN: token });
  const rows = ['spam one', 'spam two', 'other'].map((word, at) => ({ line: at + 1, values: { word, level: '2' } }));
  await server.call('/banned-word/import', { rows }, { token });
  const query = { q: 'spam', sort: 'id', cols: 'word,level' };
  await server.call('/view/create', { resource: 'bannedWord', name: 'Spam', query }, { token });
});
afterAll(async () => {
  await server?.stop();
  if (gantry) rmSync(gantry.directory, { recursive: true, force: true });
});

test('gantry find finds records of every entity and names their commands', async () => {
  const { stdout } = await gantry.run(['find', 'spam', 'two', '-o', 'json']);
  expect(JSON.parse(stdout)).toEqual({
    items: [{ entity: 'banned-word', id: expect.any(Number), title: 'spam two' }],
  });
  const nothing = await gantry.run(['find', 'nobody', '-o', 'ndjson']);
  expect([nothing.code, nothing.stdout]).toEqual([0, '']);
  expect((await gantry.run(['find'])).code).toBe(2);
});

describe('a saved view', () => {
  test('sets the search, order and columns of a list', async () => {
    const { code, stdout } = await gantry.run(['banned-word', 'list', '--view', 'Spam', '-o', 'csv']);
    expect([code, stdout.replace('\uFEFF', '').trim().split(/\r?\n/)]).toEqual([
      0,
      [
        expect.stringMatching(/^id,word,level$/),
        expect.stringMatching(/,spam one,/),
        expect.stringMatching(/,spam two,/),
      ],
    ]);
  });

  test('is overridden by flags, and rejected when its name is unknown', async () => {
    const narrowed = ['banned-word', 'list', '--view', 'Spam', '--keyword', 'other', '-o', 'json'];
    const { stdout } = await gantry.run(narrowed);
    expect((JSON.parse(stdout) as { items: { word: string }[] }).items.map(({ word }) => word)).toEqual(['other']);
    const { code, stderr } = await gantry.run(['banned-word', 'list', '--view', 'Spams']);
    expect([code, stderr]).toEqual([6, expect.stringContaining('Available views: Spam')]);
  });
});

describe('a quick filter', () => {
  test('filters a list by its name, and is rejected when its name is unknown', async () => {
    const given = { name: 'one', provider: 'openai', keyGroup: 'chat', secret: 'sk-quick-filter-1' };
    await server.insist('/api-key/create', given, { token });
    const counted = async (name: string) => {
      const { stdout } = await gantry.run(['api-key', 'list', '--quick', name, '-o', 'json']);
      return (JSON.parse(stdout) as { items: unknown[] }).items.length;
    };
    expect([await counted('active'), await counted('failing')]).toEqual([1, 0]);
    const { code, stderr } = await gantry.run(['api-key', 'list', '--quick', 'none']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('failing expiring low-success low-balance active')]);
  });
});

describe('an entry of the audit log', () => {
  test('can be undone, and explains why when it is too late', async () => {
    const { data } = await server.call('/banned-word/create', { word: 'slip' }, { token });
    await server.call('/banned-word/update', { id: data.id, version: 1, remark: 'wrong' }, { token });
    const log = await server.call('/audit-log/list', { pageSize: 1, columns: ['action'] }, { token });
    const [entry] = log.data.items as { id: number }[];
    const undo = ['audit-log', 'undo', String(entry?.id)];
    const { code, stderr } = await gantry.run(undo);
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 restored')]);
    expect((await server.call('/banned-word/get', { id: data.id }, { token })).data.remark).toBeNull();
    const again = await gantry.run(undo);
    expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('the record was changed again later')]);
  });

  test('shows the labels of the console, and raw values in data output', async () => {
    const table = await gantry.run(['audit-log', 'list', '-l', '100', '-o', 'table']);
    expect(table.stdout).toMatch(/Signed in +Admin .*\n/);
    expect(table.stdout).toMatch(/ Edit +Banned word /);
    expect(table.stdout).toMatch(/ Undo +Banned word /);
    const data = await gantry.run(['audit-log', 'list', '-l', '100', '-o', 'csv']);
    expect(data.stdout).toMatch(/,login,admin,/);
    expect(data.stdout).toMatch(/,update,bannedWord,/);
    const id = data.stdout.match(/^(\d+),.*,login,/m)?.[1] ?? '';
    expect((await gantry.run(['audit-log', 'get', id, '-o', 'table'])).stdout).toMatch(/Action +Signed in/);
    const edited = data.stdout.match(/^(\d+),.*,update,bannedWord,/m)?.[1] ?? '';
    const reported = (await gantry.run(['audit-log', 'get', edited, '-o', 'table'])).stdout;
    expect(reported).toMatch(/^Field +Before +After\nRemark +wrong$/m);
    expect(reported).not.toMatch(/[{}]/);
    const raw = JSON.parse((await gantry.run(['audit-log', 'get', id, '--json'])).stdout);
    expect([raw.action, raw.resource, raw.resourceIdLabel]).toEqual(['login', 'admin', expect.any(String)]);
  });
});

test('a deletion prints how to undo it, which restores the record', async () => {
  const words = ['slip one', 'slip two'];
  const ids: string[] = [];
  for (const word of words) {
    const { data } = await server.call('/banned-word/create', { word }, { token });
    ids.push(String(data.id));
  }
  const [id = ''] = ids;
  const getUndoCommand = (stderr: string) => stderr.match(/To undo: gantry (.+)/)?.[1]?.split(' ') ?? [];
  const one = await gantry.run(['banned-word', 'delete', id, '--yes']);
  expect((await gantry.run(['banned-word', 'get', id])).code).toBe(6);
  expect((await gantry.run(getUndoCommand(one.stderr))).stderr).toContain('1 restored');
  expect((await gantry.run(['banned-word', 'get', id])).code).toBe(0);
  const both = await gantry.run(['banned-word', 'delete', ...ids, '--yes']);
  expect((await gantry.run(getUndoCommand(both.stderr))).stderr).toContain('2 restored');
  expect((await gantry.run(['audit-log', 'undo'])).code).toBe(2);
  const twice = await gantry.run(['audit-log', 'undo', '1', '--call', 'one']);
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('--call')]);
});

describe('JSON output with jq', () => {
  const list = ['banned-word', 'list', '--sort', 'id', '--keyword', 'spam'];

  test('prints texts without quotes, and other values one per line', async () => {
    const words = await gantry.run([...list, '--jq', '.items[].word']);
    expect([words.code, words.stdout]).toEqual([0, 'spam one\nspam two\n']);
    const pairs = await gantry.run([...list, '--json=word,level', '--jq', '.items[0], (.items | length)']);
    expect(pairs.stdout).toBe('{"word":"spam one","level":"2"}\n2\n');
    expect((await gantry.run(['exit-codes', '--jq', '-(.[] | select(.name == "usage").status)'])).stdout).toBe('-2\n');
    expect(await gantry.run([...list, '--jq', 'empty'])).toMatchObject({ code: 0, stdout: '' });
  });

  test('reports a syntax error of jq before anything is done', async () => {
    const wrong = await gantry.run(['banned-word', 'create', '--word', 'unmade', '--jq', '.id |']);
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^jq: error: syntax error/),
    ]);
    expect((await gantry.run([...list, '--keyword', 'unmade', '--jq', '.total'])).stdout).toBe('0\n');
  });

  test('exits with 2 for a filter that does not fit, and still reports what was done', async () => {
    const read = await gantry.run([...list, '--jq', '.items.word']);
    expect([read.code, read.stdout, read.stderr]).toEqual([2, '', expect.stringContaining('Cannot index array')]);
    const made = await gantry.run(['banned-word', 'create', '--word', 'made', '--jq', '.id.no']);
    expect([made.code, made.stdout]).toEqual([2, '']);
    expect(made.stderr).toMatch(/^jq: error .*Cannot index number[\s\S]*Created Banned word #\d+/);
  });
});

test('the manual is generated from the commands in both languages, and roff can read it', async () => {
  const folder = path.join(gantry.directory, 'man');
  const written = await gantry.run(['man', '--dir', folder]);
  expect([written.code, written.stderr]).toEqual([0, expect.stringMatching(/^\d+ pages written/)]);
  const pages = readdirSync(path.join(folder, 'man1'));
  expect(readdirSync(path.join(folder, 'zh_CN', 'man1'))).toEqual(pages);
  const own = readFileSync(path.join(folder, 'man1', 'gantry-banned-word.1'), 'utf8');
  expect((await gantry.run(['man', 'banned-word'])).stdout).toBe(own);
  for (const expected of [
    'banned\\-word import [file]',
    '\\-\\-on\\-conflict',
    'Examples:\n  gantry banned\\-word list',
  ])
    expect(own).toContain(expected);
  const withoutExample = pages.flatMap((page) =>
    readFileSync(path.join(folder, 'man1', page), 'utf8')
      .split(/^\.SS /m)
      .slice(1)
      .filter((command) => !command.includes('Examples:\n  gantry '))
      .map((command) => command.split('\n')[0]),
  );
  expect(withoutExample).toEqual([]);
  // A line that starts with a dot or a quote is a roff request; only the generator may write those.
  const requests = pages.flatMap((page) =>
    readFileSync(path.join(folder, 'man1', page), 'utf8')
      .match(/^[.'].*/gm)
      ?.map((line) => line.split(' ')[0]),
  );
  expect(new Set(requests)).toEqual(new Set(['.TH', '.ad', '.SH', '.SS', '.PP', '.TP', '.nf', '.fi']));
  expect((await gantry.run(['man', 'no-such'])).code).toBe(2);
});

describe('a task as one shell command', () => {
  const run = promisify(execFile);
  const line = async (typed: string): Promise<string> => {
    const gantryHere = `gantry() { '${process.execPath}' '${program}' "$@"; }; set -o pipefail; `;
    return (await run('bash', ['-c', gantryHere + typed], { env: gantry.env, cwd: gantry.directory })).stdout.trim();
  };

  /** A user who spent the received coins and ordered coins for 28 yuan. */
  beforeAll(async () => {
    const made = async (call: string, body: object) => (await server.call(call, body, { token })).data;
    const api = await platformClient(server, token);
    const { userId } = await api.call('userRegister', { username: 'buyer' });
    const pack = await made('/currency-pack/create', { name: 'Coins', coin: 280, price: 2800 });
    await made('/currency-pack/publish', { id: pack.id });
    const bought = { userId, productType: 'coin', productId: Number(pack.id), channel: 'manual' } as const;
    await api.call('orderCreate', { ...bought, clientRef: randomUUID() });
    await made('/user/adjust-balance', { id: userId, asset: 'coin', amount: 9, reason: 'to spend' });
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 9 } as const;
    const { holdNo } = await api.call('billingHold', use);
    await api.call('billingCapture', { holdNo, amount: 9 });
  });

  test.each([
    [
      '1',
      'gantry redeem-code export codes.csv --batch "$(gantry redeem-batch generate --name Shop --kind coin --coin 1 --count 1000)" && wc -l < codes.csv',
      '1001',
    ],
    [
      '2',
      'gantry redeem-batch void-batch 1 --reason leaked --yes && gantry redemption list --batch 1 --all --jq ".items | length"',
      '0',
    ],
    ['3', 'gantry order list --quick undelivered -o id | gantry order retry-fulfillment - || echo $?', '6'],
    [
      '4',
      'gantry order mark-paid 1 --paid 28 --external-no T1 --evidence "seen at the bank" --yes -o json > paid.json && gantry user adjust-balance 1 --asset coin --amount -140 --reason spent --yes -o json > spent.json && gantry order preview-refund 1 --amount 28 --jq .hasShortfall && gantry order refund 1 --amount 28 --reason "Paid twice" --shortfall prorate --external-no R1 --yes --jq .status',
      'true\npartiallyRefunded',
    ],
    ['5', 'gantry user adjust-balance 1 --asset coin --amount 500 --reason Sorry --yes --jq .amount', '500'],
    [
      '6',
      'gantry user create --username spammer | gantry user ban - --ban-reason spam --reclaim-invites --yes --jq .status',
      'banned',
    ],
    [
      '7',
      'gantry user grant-membership 1 --plan-id "$(gantry vip-plan create --name V --level 1 --price 10 --duration-value 1 --duration-unit month)" --reason gift --yes -o json > given.json && gantry user-membership extend --matching --where status=active --days 1 --reason outage --yes --jq .affected',
      '1',
    ],
    [
      '8',
      'id=$(gantry api-key create --provider custom --base-url http://127.0.0.1:9 --secret sk-nobody-answers); gantry api-key test $id --jq .ok; gantry api-key disable $id --jq .status',
      'false\ndisabled',
    ],
    ['13', 'gantry usage-record report --by user,model --range last-7d --sort -cost --jq .totals.requests', '1'],
    [
      '16',
      'base=$(gantry knowledge create --name Help --search-mode keyword) && gantry know-doc add-text --knowledge-id $base --name faq --content "Refunds take three days" -o json > doc.json && until gantry know-chunk list --limit 1 -o id | gantry know-chunk edit - --content "Refunds take two days" -o json > chunk.json; do sleep 1; done && gantry recall-record test --knowledge $base --query refunds --jq ".hits | length"',
      '1',
    ],
    ['17', 'gantry know-doc retry --matching --where status=failed --yes || echo $?', '6'],
    ['9', 'gantry api-key import keys.csv --on-conflict skip --errors bad.csv --jq "[.created, .skipped]"', '[1,1]'],
    [
      '10',
      'gantry ai-model create --name A --code a | gantry ai-model clone - --name B --code b | gantry ai-model edit - --price-in 5 --jq .code',
      'b',
    ],
    [
      '11',
      'seq -f "leak%g" 20 | gantry banned-word import - --format txt --jq .created && gantry banned-word look-back --added-hours 1 --hours 24 --jq "type"',
      '20\nobject',
    ],
    ['12', 'gantry banned-word test --text "a leak7 b" --jq ".hits[].word"', 'leak7'],
    [
      '14',
      'gantry notice create --title 维护 --content 今晚 --audience vip | gantry notice schedule - --start-at "2099-12-01 09:00" --jq .status',
      'scheduled',
    ],
    [
      '15',
      'gantry config set site.name Two && gantry config restore "$(gantry config history site.name --limit 1 --jq ".[0].id")" --yes && gantry config get site.name',
      'Gantry',
    ],
    [
      '18',
      'gantry content export banned-word -f c.ndjson && gantry content import c.ndjson --dry-run --on-conflict update --jq "[.. | .updated? // empty] | add"',
      '0',
    ],
    ['19', 'gantry system --jq ".health | length > 3"', 'true'],
    [
      '20',
      'gantry admin create --username li.na --name "Li Na" --password @initial --role user --preset orders --require-two-factor --jq .username',
      'li.na',
    ],
  ])('%s: %s', async (_task, typed, expected) => {
    await server.call('/step-up', { password: firstAdmin.password }, { token });
    const secret = 'openai,chat,sk-one-line-1';
    writeFileSync(path.join(gantry.directory, 'keys.csv'), `name,provider,keyGroup,secret\na,${secret}\nb,${secret}\n`);
    writeFileSync(path.join(gantry.directory, 'initial'), 'quiet-Marble-58-lantern');
    expect(await line(typed)).toBe(expected);
  });
});
