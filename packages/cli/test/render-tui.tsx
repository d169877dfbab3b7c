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

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Waits until the screen has been updated: some time, then several turns of the event loop, because on a busy machine the time
 * may pass before any work is done.
 */
async function waitUntilSettled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 40));
  for (let left = 0; left < 8; left += 1) await nextTick();
}

/** The context of components without a server: a component that calls one fails. */
export async function createTestTui(
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
  const noop = () => undefined;
  return {
    catalogue,
    client,
    session: createSession(client, { get: () => null, set: noop, remove: noop }),
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
    cursor: { claim: noop, release: noop },
    memory: new Map(),
    actionLog: createActionLog(),
    open: () => Promise.reject(new Error('nothing opens here')),
    notify: noop,
    go: noop,
    back: noop,
    quit: noop,
    copy: noop,
    completeSignIn: noop,
    signOut: () => Promise.resolve(),
    changeLanguage: noop,
    theme: 'auto',
    changeTheme: noop,
    profile: 'default',
    profiles: [],
    goToProfile: noop,
    getWriteKey: createWriteKeys().get,
    write: () => Promise.reject(new Error('no server here')),
    openFile: () => Promise.reject(new Error('no server here')),
    ...changes,
  };
}

export interface RenderedTui {
  readonly hub: KeyHub;
  /** The rendered output. */
  text(): string;
  lines(): string[];
  /** Presses keys by name, each after the screen has been updated for the previous one. */
  press(...names: string[]): Promise<void>;
  /** Types text in one piece. */
  type(text: string): Promise<void>;
  close(): void;
}

export interface RenderOptions {
  readonly width?: number;
  readonly height?: number;
  readonly plain?: boolean;
  readonly locale?: Locale;
  readonly changes?: Partial<Tui>;
}

const bytes: Readonly<Record<string, string>> = { enter: '\r', down: '\u001b[B', up: '\u001b[A' };

/** Renders a component as on the screen layer of the interface. */
export async function renderTui(node: ReactNode, options: RenderOptions = {}): Promise<RenderedTui> {
  const hub = createKeyHub();
  const tui = await createTestTui(hub, options.changes, options.plain, options.locale);
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
  await waitUntilSettled();
  const press = async (key: Key) => {
    const result = hub.press(key);
    await waitUntilSettled();
    if (result !== 'forward') return;
    shown.stdin.write(key.raw);
    await waitUntilSettled();
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
