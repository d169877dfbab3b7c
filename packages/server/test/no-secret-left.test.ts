import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { firstAdmin, startServer } from './server-process.ts';

const canary = 'canary-harbor-71-lantern-moss';

/** Returns all bytes that the server left in its folder: the database, its write-ahead log, checkpoints and keys. */
function bytesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .filter(({ name }) => name !== 'reserve')
    .map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1'))
    .join('\n');
}

test('leaves no password, token, code or answer in the data folder or in the output of the server', async () => {
  const server = await startServer({ firstStart: true });
  try {
    const setupCode = await server.setupCode();
    const token = await server.firstAdmin();
    const prompt = async (call: string, body: object = {}, as = token) =>
      (await server.call(call, body, { token: as })).data;
    const { secret } = await prompt('/two-factor/start');
    const totp = new TOTP({ secret: String(secret) }).generate();
    const { recoveryCodes } = await prompt('/two-factor/confirm', { totp });
    const script = await prompt('/access-token/create', { name: 'nightly' });
    const person = { username: 'li.na', password: canary, name: 'Li Na', role: 'user', permissionSet: ['all'] };
    const { id } = await prompt('/admin/create', person);
    const { temporaryPassword } = await prompt('/admin/reset-password', { id });
    const upstream = `sk-${canary}-upstream`;
    const key = await prompt('/api-key/create', { secret: upstream, baseUrl: 'https://127.0.0.1:1/v1' });
    await prompt('/api-key/test', { id: key.id });
    const shown = await prompt('/api-key/reveal', { id: key.id });
    expect(shown.secret).toBe(upstream);
    const typed = [`${canary}-typed`, 'adm_notarealtoken0123456789'];
    await server.call('/login', { username: 'li.na', password: typed[0], totp: typed[1] }, { token: null });
    await server.call('/login', { username: 'x', password: { nested: typed[0] } }, { token: typed[1] ?? null });
    await server.call('/password/change', { current: typed[0], next: canary }, { token });
    await server.call(`/nothing/${typed[1]}`, { password: typed[0] }, { token: typed[1] ?? null });
    const codes = recoveryCodes as readonly string[];
    const secrets = [
      upstream,
      token,
      script.token,
      secret,
      canary,
      temporaryPassword,
      firstAdmin.password,
      ...codes,
      ...typed,
    ];
    const printed = server.lines.join('\n') + server.log();
    const left = bytesIn(server.data);
    expect(left).toContain('li.na');
    expect(secrets.filter((each) => left.includes(String(each)))).toEqual([]);
    expect([...secrets].filter((each) => printed.includes(String(each)))).toEqual([]);
    expect(left).not.toContain(setupCode);
  } finally {
    await server.stop();
  }
});
