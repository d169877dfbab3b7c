import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, firstAdmin, type RunningServer, runProgram, startServer } from './server-process.ts';

interface Row {
  readonly path: string;
  readonly access: string;
  readonly reads: boolean;
  readonly stepUp: boolean;
}

/** May read all areas, and change nothing. */
const reader = {
  username: 'only-reads',
  password: 'granite-pillow-58-otter-moss',
  role: 'admin',
  preset: 'readOnly',
} as const;
const person = { username: 'plain-user', password: 'granite-pillow-58-otter-moss', role: 'user' } as const;
let server: RunningServer;
let rows: Row[];
let tokens: Record<'user' | 'admin' | 'reader' | 'readOnly' | 'script', string>;

async function permissionTable(): Promise<Row[]> {
  const { stdout } = await runProgram(['snapshot', 'routes']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [, path = '', access = '', ...marks] = line.split(/\s+/);
      return { path, access, reads: marks.includes('reads'), stepUp: marks.includes('step-up') };
    });
}

/** Creates an access token of the first admin in a session with recent identity confirmation. */
async function scriptToken(readOnly: boolean): Promise<string> {
  const session = await server.signIn(firstAdmin.username, firstAdmin.password);
  const proved = await server.call('/step-up', { password: firstAdmin.password }, { token: session });
  expect(proved.code).toBe(20000);
  const made = await server.call('/access-token/create', { name: `r${readOnly}`, readOnly }, { token: session });
  expect(made.code).toBe(20000);
  return String(made.data.token);
}

beforeAll(async () => {
  rows = await permissionTable();
  server = await startServer({ env: { CRAFT: 'true' } });
  const first = await server.firstAdmin();
  // The privacy settings disable the export of chats for every role.
  const privacy = { adminCanReadChats: true, adminCanExportChats: true, recordIp: true };
  const opened = { page: 'system', group: 'privacy', version: 0, values: privacy };
  expect((await server.call('/settings/save', opened, { token: first })).code).toBe(20000);
  await createPerson(['--data', server.data], person);
  await createPerson(['--data', server.data], reader);
  tokens = {
    user: await server.signIn(person.username, person.password),
    // Later sign-ins create sessions without recent identity confirmation.
    admin: await server.signIn(firstAdmin.username, firstAdmin.password),
    reader: await server.signIn(reader.username, reader.password),
    readOnly: await scriptToken(true),
    script: await scriptToken(false),
  };
});
afterAll(() => server.stop());

const denials = [40001, 40300, 40301, 50008, 50012, 50014];
const isOwnHands = (path: string) => /^\/(step-up|password|two-factor|session|access-token|profile)(\/|$)/.test(path);

async function codes(token: string | null, only: (row: Row) => boolean = () => true): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { path } of rows.filter(only)) {
    const answer = await server.call(path, {}, { token });
    expect(`${path} ${answer.status < 500}`).toBe(`${path} true`);
    // An allowed export responds with a stream, which is not an envelope.
    found.set(path, answer.code || 20000);
  }
  return found;
}

const isPublic = ({ access }: Row) => access === 'public';
const notPublic = (row: Row) => !isPublic(row) && row.path !== '/logout';

test('lists every call with the roles that may make it', () => {
  expect(rows.length).toBeGreaterThan(80);
  for (const { path, access } of rows) expect(`${path} ${access}`).toMatch(/ (public|\*|admin|user|admin,user)$/);
});

test('allows a caller without a role only public calls', async () => {
  const answers = await codes(null);
  for (const row of rows) {
    const code = answers.get(row.path) ?? 0;
    if (isPublic(row)) expect(`${row.path} ${denials.includes(code)}`).toBe(`${row.path} false`);
    else expect(`${row.path} ${code}`).toBe(`${row.path} 40001`);
  }
});

test.each([
  ['unknown', () => `adm_${'A'.repeat(49)}`],
  ['empty', () => ' '],
  ['cut', () => tokens.admin.slice(0, -1)],
])('allows nothing with a token that is %s', async (_name, token) => {
  const answers = await codes(token(), (row) => !isPublic(row));
  for (const [path, code] of answers) expect(`${path} ${[40001, 50008].includes(code)}`).toBe(`${path} true`);
});

test('allows the role user exactly what the table gives to everyone', async () => {
  const answers = await codes(tokens.user, notPublic);
  for (const { path, access, stepUp } of rows.filter(notPublic)) {
    const code = answers.get(path) ?? 0;
    if (access === 'admin') expect(`${path} ${code}`).toBe(`${path} 40300`);
    else if (stepUp) expect(`${path} ${[40301, 42200, 20000].includes(code)}`).toBe(`${path} true`);
    else expect(`${path} ${denials.includes(code)}`).toBe(`${path} false`);
  }
});

test('allows an admin every call except those that require identity confirmation', async () => {
  const answers = await codes(tokens.admin, notPublic);
  for (const { path, stepUp } of rows.filter(notPublic)) {
    const code = answers.get(path) ?? 0;
    expect(`${path} ${(stepUp && code === 40301) || !denials.includes(code)}`).toBe(`${path} true`);
  }
});

test('allows a read-only admin to read what an admin may read, and to change only their own account', async () => {
  const answers = await codes(tokens.reader, notPublic);
  const changed: string[] = [];
  for (const { path, reads, stepUp } of rows.filter(notPublic)) {
    const code = answers.get(path) ?? 0;
    if (reads) expect(`${path} ${(stepUp && code === 40301) || !denials.includes(code)}`).toBe(`${path} true`);
    else if (code !== 40300) changed.push(path);
  }
  const own = /^\/(message|step-up|password|two-factor|session|access-token|profile|view)(\/|$)/;
  expect(changed.filter((path) => !own.test(path))).toEqual([]);
  expect(changed).not.toContain('/view/share');
});

test('rejects an access token for calls that require identity confirmation or concern the own account', async () => {
  const answers = await codes(tokens.script, notPublic);
  for (const { path, stepUp } of rows.filter(notPublic)) {
    const code = answers.get(path) ?? 0;
    if (isOwnHands(path) || stepUp) expect(`${path} ${code}`).toBe(`${path} 40300`);
    else expect(`${path} ${denials.includes(code)}`).toBe(`${path} false`);
  }
});

test('allows a read-only access token the calls that read', async () => {
  const answers = await codes(tokens.readOnly, (row) => notPublic(row) && !isOwnHands(row.path));
  for (const { path, reads, stepUp } of rows.filter((row) => notPublic(row) && !isOwnHands(row.path))) {
    const code = answers.get(path) ?? 0;
    if (!reads) expect(`${path} ${code}`).toBe(`${path} 40300`);
    else if (!stepUp) expect(`${path} ${denials.includes(code)}`).toBe(`${path} false`);
  }
});

test('records every rejected attempt of a signed-in admin in the audit log', async () => {
  const { data } = await server.call(
    '/audit-log/list',
    { pageSize: 200, filters: { result: ['denied'] } },
    { token: tokens.admin },
  );
  expect(data.total).toBeGreaterThanOrEqual(rows.filter(({ access }) => access === 'admin').length);
});
