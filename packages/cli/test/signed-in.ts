import { rmSync } from 'node:fs';
import { firstAdmin, type RunningServer, type ServerOptions, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

/** A new server, and its first admin who is signed in at a shell. */
export interface SignedIn {
  readonly server: RunningServer;
  /** The token of another session of the same admin, for direct calls. */
  readonly token: string;
  readonly gantry: Gantry;
  /** Stops the server and removes the configuration folder. */
  close(): Promise<void>;
}

export async function signIn(gantry: Gantry, { url }: RunningServer, who = firstAdmin): Promise<void> {
  const login = ['login', '--server', url, '--username', who.username, '--password-stdin'];
  const { code, stderr } = await gantry.run(login, `${who.password}\n`);
  if (code !== 0) throw new Error(`Not signed in (${code}): ${stderr}`);
}

export async function signedIn(options: ServerOptions = {}): Promise<SignedIn> {
  const server = await startServer(options);
  const gantry = newGantry(options.env);
  const token = await server.firstAdmin();
  await signIn(gantry, server);
  const close = async () => {
    await server.stop();
    rmSync(gantry.directory, { recursive: true, force: true });
  };
  return { server, token, gantry, close };
}
