import { spawn } from 'node:child_process';
import process from 'node:process';
import { pino } from 'pino';
import { type Foundation, openFoundation } from '../../server/src/bootstrap.ts';
import type { ServerConfig } from '../../server/src/config.ts';
import { generateSecret, hashSecret } from '../../server/src/platform/secrets/service-secret.ts';
import { demoClient } from './platform.ts';

/** How long the platform is lively after a start, and how many of its people are. */
const liveSeconds = 3_600;
const livelyPeople = 40;

/** With what the platform's services call for a while. */
export interface Credentials {
  readonly clientId: string;
  readonly secret: string;
  readonly sandboxSecret: string | null;
  readonly people: readonly number[];
}

/** A secret of the demo's client that works as long as the platform is lively; null when the client is gone. */
export async function lendSecret(config: ServerConfig): Promise<Credentials | null> {
  const foundation = await openFoundation(config, pino({ level: 'silent' }));
  try {
    return await lend(foundation);
  } finally {
    await foundation.database.close();
  }
}

async function lend({ database, settings, clock }: Foundation): Promise<Credentials | null> {
  const { read } = database;
  const client = await read
    .selectFrom('service_clients')
    .select(['id', 'client_id'])
    .where('name', '=', demoClient)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  const people = await read
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('coin_balance', '>', 0)
    .orderBy('coin_balance', 'desc')
    .limit(livelyPeople)
    .execute();
  if (!client || people.length === 0) return null;
  const secret = generateSecret();
  const at = clock();
  const row = {
    client_id: client.id,
    hash: hashSecret(secret),
    expires_at: at + 2 * liveSeconds * 1_000,
    created_at: at,
  };
  await database.transaction((tx) => tx.insertInto('service_secrets').values(row).execute());
  return {
    clientId: String(client.client_id),
    secret,
    sandboxSecret: await settings.secret('system', 'pay', 'sandboxSecret'),
    people: people.map(({ id }) => Number(id)),
  };
}

/** Lets the simulator call the served platform, so many times a minute for an hour; it goes when this process does. */
export function startLive(cli: string, url: string, perMinute: number, credentials: Credentials): void {
  const { clientId, secret, sandboxSecret, people } = credentials;
  const flags = [
    '--rate',
    (perMinute / 60).toFixed(3),
    '--seconds',
    liveSeconds,
    '--people',
    people.join(','),
    '--client',
    clientId,
  ];
  const secrets = { GANTRY_SERVICE_SECRET: secret, GANTRY_SANDBOX_SECRET: sandboxSecret ?? '' };
  const env = { ...process.env, ...secrets, GANTRY_SERVER: url };
  const child = spawn(process.execPath, [cli, 'simulate', ...flags.map(String)], { env, stdio: 'ignore' });
  // Without it the demo is as good, but still.
  child.on('error', () => {});
  child.unref();
  process.once('exit', () => child.kill());
}
