import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let server: RunningServer;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ server, gantry } = space);
});
afterAll(() => space.close());

/** Signs in to the same server with another profile. */
const loginAs = (profile: string, ...more: string[]) =>
  gantry.run(
    ['login', '--server', server.url, '--profile', profile, '-u', firstAdmin.username, '--password-stdin', ...more],
    firstAdmin.password,
  );

const listProfiles = async (): Promise<{ name: string; isDefault: boolean }[]> =>
  JSON.parse((await gantry.run(['profile', 'list', '-o', 'json'])).stdout);

const defaultProfile = async () => (await listProfiles()).find(({ isDefault }) => isDefault)?.name;

describe('profiles', () => {
  it('keep the default when another profile signs in, and say so', async () => {
    const second = await loginAs('staging');
    expect(second.stderr).toContain('Stored as profile staging; the default is still default.');
    expect(await defaultProfile()).toBe('default');
    expect((await gantry.run(['whoami', '-o', 'table'])).stdout).toMatch(/^Profile +default$/m);
    const used = await loginAs('staging', '--use');
    expect(used.stderr).toContain('Profile in use: staging');
    expect(await defaultProfile()).toBe('staging');
    expect((await gantry.run(['profile', 'use', 'default'])).stderr).toContain('Profile in use: default');
    expect(await defaultProfile()).toBe('default');
  });

  it('show the server, the profile, the role and the permissions of the signed-in user', async () => {
    const { stdout } = await gantry.run(['whoami']);
    expect(stdout).toContain(`Server                ${server.url}`);
    expect(stdout).toMatch(/^Role +Administrator$/m);
    expect(stdout).toMatch(/^Permission set +All areas$/m);
    const data = JSON.parse((await gantry.run(['whoami', '--json=server,profile,production'])).stdout);
    expect(data).toEqual({ server: server.url, profile: 'default', production: false });
  });

  it('keep the session of a profile when its password is mistyped', async () => {
    await loginAs('watch');
    const login = ['login', '--server', server.url, '--profile', 'watch', '-u', firstAdmin.username];
    expect((await gantry.run([...login, '--password-stdin'], 'mistyped')).code).toBe(4);
    expect((await gantry.run(['whoami', '--profile', 'watch'])).code).toBe(0);
  });

  it('name the server and the profile without a session', async () => {
    await loginAs('gone');
    expect((await gantry.run(['logout', '--profile', 'gone'])).stderr).toContain('(profile gone)');
    const { code, stderr } = await gantry.run(['whoami', '--profile', 'gone']);
    expect([code, stderr]).toEqual([4, expect.stringContaining(`gantry login --server ${server.url} --profile gone`)]);
    expect(await defaultProfile()).toBe('default');
  });

  it('reject an unknown profile, and list the known ones', async () => {
    const { code, stderr } = await gantry.run(['order', 'list', '--profile', 'nosuch']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Profile not found: nosuch\nUse one of: default /);
    expect((await gantry.run(['profile', 'use', 'nosuch'])).code).toBe(6);
  });

  it('delete a profile with its token, and then report that there is no default', async () => {
    await loginAs('short', '--use');
    expect((await gantry.run(['profile', 'delete', 'short'])).code).toBe(2);
    expect((await gantry.run(['profile', 'delete', 'short', '--yes'])).stderr).toContain('Deleted the profile short');
    expect((await listProfiles()).map(({ name }) => name)).not.toContain('short');
    await gantry.run(['profile', 'use', 'default']);
  });
});
