import process from 'node:process';
import { createTranslator, type Locale, type Translate } from '@gantry/core';
import { render } from 'ink';
import type { Context } from '../../context/context.ts';
import { prefetchPanels } from '../../modules/workplace/workplace.tsx';
import { applyColor } from '../../output/color.ts';
import { createAccessibleWriter } from '../driver/accessible-writer.ts';
import { type AlternateScreen, enterAlternateScreen } from '../driver/alternate-screen.ts';
import { createClipboardSequence } from '../driver/clipboard.ts';
import { createFrameWriter } from '../driver/frame-writer.ts';
import { InkStdin } from '../driver/ink-stdin.ts';
import { InkStdout, isAccessibleTerminal, isPlainTerminal } from '../driver/ink-stdout.ts';
import { createKeyHub, type Key } from '../driver/key-hub.ts';
import { createKeyPump } from '../driver/key-pump.ts';
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
  /** Whether the output is for a screen reader. */
  readonly accessible: boolean;
  readonly themes: Themes;
}

interface Themes extends ThemeSwitch {
  /** Handles the terminal's answer about its background. */
  report(answer: string): void;
}

/** Starts with the stored theme, or with `auto`, which follows the background that the terminal reports. */
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

/** Whether the terminal might print an unknown query; such terminals are not asked for their background. */
const canPrintQueries = () => /^(dumb|linux|vt\d)/.test(process.env.TERM ?? 'dumb');

/** What to do after the interface is closed. */
interface Exit {
  /** The profile to connect to next; null to quit. */
  readonly profile: string | null;
  readonly locale: Locale;
}

/** Maximum number of frames per second: enough to look smooth, and little traffic on a slow connection. */
const maxFramesPerSecond = 15;

const getTerminalSize = () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
/**
 * Accessible output has no right edge: long lines, but too narrow for the navigation beside them, and few enough to listen to.
 */
const getAccessibleSize = () => ({ columns: 108, rows: Math.min(24, getTerminalSize().rows) });
/** How long a frame must stay unchanged before it is announced, in ms. */
const accessibleDelayMs = 120;

/** Creates the stream that Ink renders to, and the writer that announces changes line by line. */
function openAccessibleOutput() {
  const writer = createAccessibleWriter({
    write: (text) => void process.stdout.write(text),
    delayMs: accessibleDelayMs,
  });
  return {
    writer,
    stdout: new InkStdout(getAccessibleSize, writer.frame),
    close: writer.stop,
    recordKeyPress: writer.recordKeyPress,
  };
}

/** Creates the stream that Ink renders to, and the writer that draws it on the terminal. A resize redraws everything. */
function openOutput() {
  const writer = createFrameWriter({
    write: (text) => void process.stdout.write(text),
    columns: () => getTerminalSize().columns,
    intervalMs: 1000 / maxFramesPerSecond,
  });
  const stdout = new InkStdout(getTerminalSize, writer.frame);
  const onResize = () => {
    writer.redraw();
    stdout.emit('resize');
  };
  process.stdout.on('resize', onResize);
  const close = () => {
    process.stdout.off('resize', onResize);
    writer.stop();
  };
  return { writer, stdout, close, recordKeyPress: () => undefined };
}

/** Sets the process's time zone to the site's, because times are shown and typed in it, as in the console. */
function applyTimeZone(timeZone: string | null): string {
  if (timeZone !== null) process.env.TZ = timeZone;
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Ink reads from and writes to substitutes for the terminal's streams, so that it never changes the terminal itself. */
const createInkOptions = (stdin: InkStdin, stdout: InkStdout, accessible: boolean) => ({
  stdin: stdin.asStream(),
  stdout: stdout.asStream(),
  exitOnCtrlC: false,
  debug: true,
  patchConsole: false,
  isScreenReaderEnabled: accessible,
});

/**
 * Runs the interface until it is closed, and returns what to do next. All keys pass through one pump and reach Ink one at a time.
 */
async function runTui({ connection, screen, locale, plain, accessible, themes }: RunDeps): Promise<Exit> {
  const { writer, stdout, close, recordKeyPress } = accessible ? openAccessibleOutput() : openOutput();
  const hub = createKeyHub();
  const stdin = new InkStdin();
  if (connection.user) prefetchPanels(connection, connection.user);
  const t = await loadTuiTranslations(locale);
  const timeZone = applyTimeZone(connection.site.timezone);
  let quit: () => void = () => undefined;
  let exit: Exit = { profile: null, locale };
  const handleGlobalKey = (key: Key): boolean => {
    if (key.name === 'ctrl-c') quit();
    else if (key.name === 'ctrl-z') screen.suspend(writer.redraw);
    else if (key.name === 'ctrl-l') writer.redraw();
    else if (key.name === 'report') themes.report(key.raw);
    else return false;
    return true;
  };
  const pump = createKeyPump({ hub, forwardToInk: (raw) => stdin.feed(raw), handleGlobalKey });
  const onData = (chunk: string) => {
    recordKeyPress();
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
      loadTranslations={(next) => {
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

/** Loads the translations of one language; the module of the other language is not loaded. */
export async function loadTuiTranslations(locale: Locale): Promise<Translate<TuiKey>> {
  const [common, own] =
    locale === 'zh-CN'
      ? await Promise.all([import('@gantry/core/words/zh-CN'), import('@gantry/core/words/zh-CN/tui')])
      : await Promise.all([import('@gantry/core/words/en-US'), import('@gantry/core/words/en-US/tui')]);
  return createTranslator<TuiKey>(locale, common.words, own.words);
}

export interface TuiOptions {
  /** Uses only ASCII characters. */
  readonly ascii?: boolean;
  /** Writes changes line by line, for a screen reader. */
  readonly screenReader?: boolean;
}

/**
 * Opens the terminal interface. Resolves when the user quits.
 * @param pendingConnection the connection, which the caller starts before it loads this module
 */
export async function startTui(
  context: Context,
  pendingConnection: Promise<Connection>,
  options: TuiOptions = {},
): Promise<void> {
  const accessible = isAccessibleTerminal(process.env, options.screenReader === true);
  applyColor(accessible ? 'never' : context.options().color);
  const profiles = await context.profiles();
  const themes = createThemes(profiles.theme(), profiles.saveTheme);
  let connection = await pendingConnection;
  const accessibleMode = process.env.TERM === 'dumb' ? 'nothing' : 'lines';
  const screen = enterAlternateScreen(accessible ? accessibleMode : 'screen');
  if (!accessible && !canPrintQueries()) process.stdout.write(backgroundQuery);
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
