import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type ChangeSignals, createWatchers } from '../change-signals.ts';
import type { PostgresPlace } from '../open-database.ts';
import { createRetryPolicy } from '../retry-policy.ts';
import { readPostgresUrl } from './connection-options.ts';
import { prepareConnection, withTimeout } from './pooler.ts';

/** The notification channel; PostgreSQL delivers notifications only within a database. */
const channel = 'gantry_changes';
/** The pause after a notification, and after one that failed, in ms. Tables written in the pause are in the next notification. */
const [sendIntervalMs, retryMs] = [100, 1_000];
/** How often the listening connection is checked, and how long it may take to answer, in ms. Firewalls drop silent connections. */
const [heartbeatMs, answerMs] = [15_000, 5_000];
/** How long a stop waits for the connection to close, in ms. */
const closeMs = 1_000;
/** The pause before the connection is opened again. */
const pauseAfter = createRetryPolicy({ firstMs: 100, factor: 2, maxMs: 10_000 });

const clientOptions = {
  connectionTimeoutMillis: answerMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: heartbeatMs,
  application_name: 'gantry-listen',
};

export interface PostgresChangesOptions {
  readonly place: PostgresPlace;
  readonly createClient: (config: pg.ClientConfig) => pg.Client;
  /** Notifies other processes; if false, their caches and workers learn of changes only by polling. */
  readonly announces: boolean;
  /** Runs the notifying statement on a free connection. */
  notify(text: string, values: readonly string[]): Promise<unknown>;
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface PostgresChanges extends ChangeSignals {
  /** Signals a commit of this process. */
  committed(tables: ReadonlySet<string>): void;
  /** Sends the pending notification and stops listening. */
  close(): Promise<void>;
}

/**
 * Signals over LISTEN and NOTIFY. A notification is sent after the commit and not in it: PostgreSQL commits transactions that notify
 * one after another, so every write would wait for the disk write of the previous one. A commit just before its process dies is
 * therefore not announced, and is found by polling.
 */
export function createPostgresChanges(options: PostgresChangesOptions): PostgresChanges {
  const watchers = createWatchers();
  const self = randomUUID();
  const sender = createSender(options, self);
  const listener = new Listener(options, {
    received(payload) {
      const [sentBy, tables = ''] = payload.split(' ');
      if (sentBy !== self) watchers.signal(tables.split(','));
    },
    // Signals may have been missed: every watcher reads again, and polls at the interval that suits the new state.
    onChange: watchers.signalAll,
  });
  return {
    watch: watchers.watch,
    isLive: () => listener.isLive(),
    listen: () => listener.start(),
    catchUp: () => {},
    committed(tables) {
      watchers.signal(tables);
      if (!options.announces) return;
      const watched = watchers.watched();
      // All servers watch the same tables. A command watches none, and announces every table that it writes.
      sender.add(watched === null ? tables : [...tables].filter((table) => watched.has(table)));
    },
    async close() {
      await Promise.all([listener.stop(), sender.close()]);
    },
  };
}

function createSender({ notify }: PostgresChangesOptions, self: string) {
  const waiting = new Set<string>();
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = sendIntervalMs;
  const send = async () => {
    const tables = [...waiting];
    waiting.clear();
    if (tables.length === 0) return;
    // The notification itself needs no durable commit.
    const text = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;
    try {
      await notify(text, [channel, `${self} ${tables.join(',')}`]);
      pauseMs = sendIntervalMs;
    } catch {
      for (const table of tables) waiting.add(table);
      pauseMs = retryMs;
    }
  };
  const start = () => {
    sending = send().finally(() => {
      sending = null;
      timer = setTimeout(() => {
        timer = undefined;
        if (waiting.size > 0) start();
      }, pauseMs).unref();
    });
  };
  return {
    add(tables: Iterable<string>) {
      for (const table of tables) waiting.add(table);
      if (waiting.size > 0 && sending === null && timer === undefined) start();
    },
    async close() {
      await sending;
      clearTimeout(timer);
      await send();
    },
  };
}

interface ListenerEvents {
  received(payload: string): void;
  /** The listener started to listen, or stopped. */
  onChange(): void;
}

/** Connects and listens; false behind a pooler in transaction mode, where listening is impossible. */
async function connectAndListen(client: pg.Client, { pooler = 'auto' }: PostgresPlace): Promise<boolean> {
  await client.connect();
  if ((await withTimeout(prepareConnection(client, pooler), answerMs)) === 'transaction') return false;
  await withTimeout(client.query(`listen ${channel}`), answerMs);
  return true;
}

/** A connection that listens, and is reopened when it is lost. */
class Listener {
  readonly #options: PostgresChangesOptions;
  readonly #events: ListenerEvents;
  #client: pg.Client | null = null;
  #isLive = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Number of lost or rejected connections since the last one that listened. */
  #failures = 0;

  constructor(options: PostgresChangesOptions, events: ListenerEvents) {
    this.#options = options;
    this.#events = events;
  }

  isLive(): boolean {
    return this.#isLive;
  }

  start(): void {
    if (this.#client === null && this.#timer === undefined && !this.#isStopped) this.#open();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    this.#isLive = false;
    // A connection that does not answer must not delay the stop.
    if (client) await withTimeout(client.end(), closeMs).catch(() => {});
  }

  #open(): void {
    const { place, createClient } = this.#options;
    const client = createClient({ ...readPostgresUrl(place.postgres, place.ca), ...clientOptions });
    this.#client = client;
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload = '' }) => this.#events.received(payload));
    connectAndListen(client, place).then(
      (isListening) => this.#begin(client, isListening),
      (error: Error) => this.#lose(client, error),
    );
  }

  #begin(client: pg.Client, isListening: boolean): void {
    if (this.#client !== client) return;
    if (!isListening) {
      this.#client = null;
      void client.end().catch(() => {});
      return;
    }
    this.#isLive = true;
    this.#failures = 0;
    this.#beat(client);
    this.#events.onChange();
  }

  #beat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      withTimeout(client.query('select 1'), answerMs).then(
        () => this.#client === client && this.#beat(client),
        (error: Error) => this.#lose(client, error),
      );
    }, heartbeatMs).unref();
  }

  /** Closes the connection and opens another one after a pause. */
  #lose(client: pg.Client, error?: Error): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearTimeout(this.#timer);
    void client.end().catch(() => {});
    if (error) this.#options.onError?.(error);
    const wasLive = this.#isLive;
    this.#isLive = false;
    if (wasLive) this.#events.onChange();
    this.#failures += 1;
    // All processes lose their connections at the same time: the random part spreads their attempts.
    const pauseMs = pauseAfter(this.#failures) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), pauseMs).unref();
  }
}
