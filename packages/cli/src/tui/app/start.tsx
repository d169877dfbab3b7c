import process from 'node:process';
import { createTranslator, type Locale, type Translate } from '@gantry/core';
import { render } from 'ink';
import type { Context } from '../../context/context.ts';
import { fetchPanelsAhead } from '../../modules/workplace/workplace.tsx';
import { applyColor } from '../../output/color.ts';
import { type AlternateScreen, enterAlternateScreen } from '../driver/alternate-screen.ts';
import { createClipboardSequence } from '../driver/clipboard.ts';
import { createFrameWriter } from '../driver/frame-writer.ts';
import { InkStdin } from '../driver/ink-stdin.ts';
import { InkStdout, isAccessibleTerminal, isPlainTerminal } from '../driver/ink-stdout.ts';
import { createKeyHub, type Key } from '../driver/key-hub.ts';
import { createKeyPump } from '../driver/key-pump.ts';
import { createAccessibleWriter } from '../driver/spoken-writer.ts';
import type { TuiKey } from '../keys/tui-key.ts';
import {
  backgroundQuery,
  readBackground,
  readColorVariable,
  setTheme,
  type Theme,
  type ThemeName,
  themeNames,
} from '../parts/colors.ts';
import { getMarks } from '../parts/marks.ts';
import { App } from './app.tsx';
import { type Connection, connect } from './connect.ts';
import type { ThemeSwitch } from './use-tui-value.ts';

interface RunDeps {
  readonly connection: Connection;
  readonly screen: AlternateScreen;
  readonly locale: Locale;
  readonly plain: boolean;
  /** For a screen reader. */
  readonly accessible: boolean;
  readonly themes: Themes;
}

interface Themes extends ThemeSwitch {
  /** Handles the terminal's answer about its background. */
  report(answer: string): void;
}

/** Starts with the stored theme, or `auto`: the theme for the background that the terminal reports. */
function createThemes(stored: string | null, save: (name: ThemeName) => void): Themes {
  let name = themeNames.find((one) => one === stored) ?? 'auto';
  let detected: Theme = readColorVariable(process.env.COLORFGBG) ?? 'terminal';
  let version = 0;
  const listeners = new Set<() => void>();
  const apply = () => {
    setTheme(name === 'auto' ? detected : name);
    version += 1;
    for (const listener of listeners) listener();
  };
  apply();
  return {
    name: () => name,
    version: () => version,
    change: (next) => {
      name = next;
      save(next);
      apply();
    },
    report: (answer) => {
      const background = readBackground(answer);
      if (background === null || background === detected) return;
      detected = background;
      if (name === 'auto') apply();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Terminals that are not asked for their background, because they might print an unknown query. */
const printsUnknownQueries = () => /^(dumb|linux|vt\d)/.test(process.env.TERM ?? 'dumb');

/** How the interface was left. */
interface Exit {
  /** The profile to connect to next; null to quit. */
  readonly profile: string | null;
  readonly locale: Locale;
}

/** Frames a second at most: enough for the eye, and little for a slow line. */
const maxFrames = 15;

const terminalSize = () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
/** The accessible view has no edge: as wide as possible without placing parts next to each other, and short enough to listen to. */
const getAccessibleSize = () => ({ columns: 108, rows: Math.min(24, terminalSize().rows) });
/** ms for which a frame must stand before it is said. */
const accessibleDelayMs = 120;

/** What Ink draws on, and what says it line after line. */
function openAccessible() {
  const writer = createAccessibleWriter({
    write: (text) => void process.stdout.write(text),
    timeoutMs: accessibleDelayMs,
  });
  return {
    writer,
    stdout: new InkStdout(getAccessibleSize, writer.frame),
    close: writer.stop,
    pressed: writer.pressed,
  };
}

/** What Ink draws on, and what writes it to the terminal; a changed size draws all of it again. */
function openOutput() {
  const writer = createFrameWriter({
    write: (text) => void process.stdout.write(text),
    columns: () => terminalSize().columns,
    interval: 1000 / maxFrames,
  });
  const stdout = new InkStdout(terminalSize, writer.frame);
  const onResize = () => {
    writer.redraw();
    stdout.emit('resize');
  };
  process.stdout.on('resize', onResize);
  const close = () => {
    process.stdout.off('resize', onResize);
    writer.stop();
  };
  return { writer, stdout, close, pressed: () => undefined };
}

/** Times are shown and typed in the site's zone, as in the console: the process takes it for its own. */
function takeZone(site: string | null): string {
  if (site !== null) process.env.TZ = site;
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Ink reads from and writes to stand-ins for the terminal, and changes nothing on the terminal itself. */
const createInkOptions = (stdin: InkStdin, stdout: InkStdout, accessible: boolean) => ({
  stdin: stdin.asStream(),
  stdout: stdout.asStream(),
  exitOnCtrlC: false,
  debug: true,
  patchConsole: false,
  isScreenReaderEnabled: accessible,
});

/**
 * Draws the interface until it is left, and returns how. Keys come from the terminal through one pump, and reach Ink one at a time.
 */
async function runTui({ connection, screen, locale, plain, accessible, themes }: RunDeps): Promise<Exit> {
  const { writer, stdout, close, pressed } = accessible ? openAccessible() : openOutput();
  const hub = createKeyHub();
  const stdin = new InkStdin();
  if (connection.user) fetchPanelsAhead(connection, connection.user);
  const t = await loadTuiTranslations(locale);
  const timeZone = takeZone(connection.site.timezone);
  let quit: () => void = () => undefined;
  let exit: Exit = { profile: null, locale };
  const always = (key: Key): boolean => {
    if (key.name === 'ctrl-c') quit();
    else if (key.name === 'ctrl-z') screen.suspend(writer.redraw);
    else if (key.name === 'ctrl-l') writer.redraw();
    else if (key.name === 'report') themes.report(key.raw);
    else return false;
    return true;
  };
  const pump = createKeyPump({ hub, forward: (raw) => stdin.feed(raw), always });
  const onData = (chunk: string) => {
    pressed();
    pump.push(chunk);
  };
  if (accessible) process.stdout.write(`${t('tui.accessibleHint')}\n`);
  process.stdin.setEncoding('utf8').on('data', onData).resume();
  const app = render(
    <App
      connection={connection}
      hub={hub}
      cursor={writer}
      marks={getMarks(plain, accessible)}
      locale={locale}
      t={t}
      timeZone={timeZone}
      words={(next) => {
        exit = { ...exit, locale: next };
        return loadTuiTranslations(next);
      }}
      themes={themes}
      onQuit={() => quit()}
      onProfile={(profile) => {
        exit = { ...exit, profile };
        quit();
      }}
      onCopy={(text) => void process.stdout.write(createClipboardSequence(text))}
    />,
    createInkOptions(stdin, stdout, accessible),
  );
  quit = () => app.unmount();
  try {
    await app.waitUntilExit();
  } finally {
    close();
    process.stdin.off('data', onData).pause();
  }
  return exit;
}

/** Words of one language; the other stays unread until it is asked for. */
export async function loadTuiTranslations(locale: Locale): Promise<Translate<TuiKey>> {
  const [common, own] =
    locale === 'zh-CN'
      ? await Promise.all([import('@gantry/core/words/zh-CN'), import('@gantry/core/words/zh-CN/tui')])
      : await Promise.all([import('@gantry/core/words/en-US'), import('@gantry/core/words/en-US/tui')]);
  return createTranslator<TuiKey>(locale, common.words, own.words);
}

export interface TuiOptions {
  /** Draws with ASCII alone. */
  readonly ascii?: boolean;
  /** Says what changes line after line, for a screen reader. */
  readonly screenReader?: boolean;
}

/**
 * Opens the terminal interface and ends when it is left.
 * @param connecting the connection, which was started while this module was loaded
 */
export async function startTui(
  context: Context,
  connecting: Promise<Connection>,
  options: TuiOptions = {},
): Promise<void> {
  const accessible = isAccessibleTerminal(process.env, options.screenReader === true);
  applyColor(accessible ? 'never' : context.options().color);
  const profiles = await context.profiles();
  const themes = createThemes(profiles.theme(), profiles.saveTheme);
  let connection = await connecting;
  const lines = process.env.TERM === 'dumb' ? 'nothing' : 'lines';
  const screen = enterAlternateScreen(accessible ? lines : 'screen');
  if (!accessible && !printsUnknownQueries()) process.stdout.write(backgroundQuery);
  const plain = isPlainTerminal(process.env, options.ascii === true);
  let exit: Exit = { profile: null, locale: context.locale };
  try {
    for (;;) {
      exit = await runTui({ connection, screen, locale: exit.locale, accessible, plain, themes });
      if (exit.profile === null) return;
      await connection.close();
      const server = profiles.current(exit.profile)?.server ?? null;
      context.setOptions({ ...context.options(), profile: exit.profile, server });
      connection = await connect(context, false);
      connection.setLocale(exit.locale);
    }
  } finally {
    screen.leave();
    await connection.close();
  }
}
