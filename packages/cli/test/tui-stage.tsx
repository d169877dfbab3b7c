import { catalogue, createClient, createSession, type Locale, withFullAccess } from '@gantry/core';
import { Box } from 'ink';
import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { loadTuiTranslations } from '../src/tui/app/start.tsx';
import { createCharacterKey, createKeyHub, type Key, type KeyHub } from '../src/tui/driver/key-hub.ts';
import { createWriteKeys } from '../src/tui/keys/write-keys.ts';
import { createActionLog } from '../src/tui/parts/action-log.ts';
import { getMarks } from '../src/tui/parts/marks.ts';
import { AreaProvider, LayerProvider, type Tui, TuiProvider } from '../src/tui/parts/tui-context.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/**
 * The screen has followed: time has passed, and what was left to do is done. On a busy machine the time alone may pass before
 * anything is done in it.
 */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 40));
  for (let left = 0; left < 8; left += 1) await tick();
}

/** What parts are given, over no server: a part that calls one fails loudly. */
export async function tuiFor(
  hub: KeyHub,
  changes: Partial<Tui> = {},
  plain = false,
  locale: Locale = 'en-US',
): Promise<Tui> {
  const client = createClient({
    baseUrl: '',
    transport: () => Promise.reject(new Error('no server here')),
    token: () => null,
    locale: () => locale,
  });
  const nothing = () => undefined;
  return {
    catalogue,
    client,
    session: createSession(client, { get: () => null, set: nothing, remove: nothing }),
    locale,
    t: await loadTuiTranslations(locale),
    timeZone: 'Asia/Shanghai',
    production: null,
    readOnly: false,
    user: null,
    role: 'admin',
    rights: withFullAccess('admin'),
    marks: getMarks(plain),
    hub,
    cursor: { claim: nothing, release: nothing },
    memory: new Map(),
    actionLog: createActionLog(),
    open: () => Promise.reject(new Error('nothing opens here')),
    notify: nothing,
    go: nothing,
    back: nothing,
    quit: nothing,
    copy: nothing,
    completeSignIn: nothing,
    signOut: () => Promise.resolve(),
    changeLanguage: nothing,
    theme: 'auto',
    changeTheme: nothing,
    profile: 'default',
    profiles: [],
    goToProfile: nothing,
    getWriteKey: createWriteKeys().get,
    write: () => Promise.reject(new Error('no server here')),
    openFile: () => Promise.reject(new Error('no server here')),
    ...changes,
  };
}

export interface Stage {
  readonly hub: KeyHub;
  /** The screen as text. */
  text(): string;
  lines(): string[];
  /** Presses keys by name, each after the screen has followed the last. */
  press(...names: string[]): Promise<void>;
  /** Types a text in one piece. */
  type(text: string): Promise<void>;
  close(): void;
}

export interface StageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly plain?: boolean;
  readonly locale?: Locale;
  readonly changes?: Partial<Tui>;
}

const bytes: Readonly<Record<string, string>> = { enter: '\r', down: '\u001b[B', up: '\u001b[A' };

/** Shows a part of the interface as it stands on its screen. */
export async function stage(node: ReactNode, options: StageOptions = {}): Promise<Stage> {
  const hub = createKeyHub();
  const tui = await tuiFor(hub, options.changes, options.plain, options.locale);
  const area = { width: options.width ?? 80, height: options.height ?? 20 };
  const shown = render(
    <TuiProvider value={tui}>
      <LayerProvider value={1}>
        <AreaProvider value={area}>
          <Box width={area.width}>{node}</Box>
        </AreaProvider>
      </LayerProvider>
    </TuiProvider>,
  );
  await settled();
  const press = async (key: Key) => {
    const leftTo = hub.press(key);
    await settled();
    if (leftTo !== 'forward') return;
    shown.stdin.write(key.raw);
    await settled();
  };
  return {
    hub,
    text: () => shown.lastFrame() ?? '',
    lines: () => (shown.lastFrame() ?? '').split('\n'),
    press: async (...names) => {
      for (const name of names)
        await press({
          ...createCharacterKey(name),
          name,
          text: name.length === 1 ? name : '',
          raw: bytes[name] ?? name,
        });
    },
    type: (text) => press({ name: 'text', text, raw: text }),
    close: shown.unmount,
  };
}
