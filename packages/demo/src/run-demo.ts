import path from 'node:path';
import { createTranslator, type Leaves, type Locale, type Translate } from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US/demo';
import { words as zh } from '@gantry/core/words/zh-CN/demo';
import { serve } from '../../server/src/commands/serve.ts';
import type { Terminal } from '../../server/src/commands/terminal.ts';
import { readConfig, type ServerConfig } from '../../server/src/config.ts';
import { fillFolder, stateOfFolder } from './demo-folder.ts';
import { BadOption, type DemoOptions, readDemoOptions } from './demo-options.ts';
import { renewPassword } from './demo-password.ts';
import { type DemoPart, fillDemo } from './fill-demo.ts';
import { lendSecret, startLive } from './live.ts';
import { owner } from './people.ts';

/** Days that the demo looks back on. */
const days = 90;

type DemoTranslate = Translate<Leaves<typeof zh>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Where a filling stands, in one line that is written over on a terminal, and in quarters elsewhere. */
export interface ProgressLine {
  show(text: string, share: number): void;
  end(): void;
}

export interface DemoFrame {
  readonly terminal: Terminal;
  readonly progress: ProgressLine;
  readonly env: Environment;
  /** The built command line, which simulates the platform's traffic. */
  readonly cli: string;
}

function translatorOf(locale: Locale): DemoTranslate {
  return locale === 'zh-CN'
    ? createTranslator<Leaves<typeof zh>>(locale, zh)
    : createTranslator<Leaves<typeof zh>>(locale, en);
}

/** Fills the folder if it is not there yet, serves it, and says how to sign in. False when it could not. */
export async function runDemo(args: readonly string[], frame: DemoFrame): Promise<boolean> {
  const { terminal, env } = frame;
  const t = translatorOf(terminal.locale);
  try {
    const options = readDemoOptions(args);
    if (options.help) {
      terminal.print(t('demo.help'));
      return true;
    }
    const config = readConfig(options.flags, env);
    return await startDemo(config, options, frame, t);
  } catch (error) {
    if (!(error instanceof BadOption)) throw error;
    terminal.print(t('demo.badValue', { flag: error.flag, given: error.given }));
    return false;
  }
}

async function startDemo(config: ServerConfig, options: DemoOptions, frame: DemoFrame, t: DemoTranslate) {
  const { terminal } = frame;
  const state = stateOfFolder(config.data);
  if (state === 'foreign') {
    terminal.print(t('demo.foreign', { folder: config.data }));
    return false;
  }
  if (state === 'empty') await fill(config, options, frame, t);
  const password = await renewPassword(config);
  const credentials = options.live > 0 && config.port !== 0 ? await lendSecret(config) : null;
  await serve(config, terminal);
  if (credentials) {
    startLive(frame.cli, urlOf(config), options.live, credentials);
    terminal.print(t('demo.live', { rate: options.live }));
  }
  if (password === null) {
    terminal.print(t('demo.noOwner'));
    return true;
  }
  terminal.print(t('demo.signIn', { username: owner.username, password }));
  terminal.print(t('demo.passwordHint'));
  return true;
}

async function fill(config: ServerConfig, options: DemoOptions, frame: DemoFrame, t: DemoTranslate): Promise<void> {
  const { terminal, progress } = frame;
  const { rows, seed } = options;
  terminal.print(t('demo.filling'));
  const startedAt = performance.now();
  const end = Date.now();
  const show = (part: DemoPart, done: number, total: number) => {
    progress.show(`${t(`demo.${part}`)} ${Math.min(done, total)}/${total}`, done / total);
  };
  await fillFolder(config.data, async (folder) => {
    await fillDemo(inFolder(config, folder), { rows, seed, end, days }, show);
    return { rows, seed, end };
  });
  progress.end();
  terminal.print(t('demo.filled', { seconds: Math.round((performance.now() - startedAt) / 1_000) }));
}

/** Where this machine reaches the server: one that listens everywhere listens here too. */
function urlOf({ host, port }: ServerConfig): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** The same configuration over another folder; an SQLite file inside the folder moves with it. */
function inFolder(config: ServerConfig, folder: string): ServerConfig {
  const inside = path.relative(config.data, config.database);
  const moves = !config.database.includes('://') && !inside.startsWith('..');
  return { ...config, data: folder, ...(moves ? { database: path.join(folder, inside) } : {}) };
}
