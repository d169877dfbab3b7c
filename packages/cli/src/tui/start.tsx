import process from 'node:process';
import type { Context } from '../context.ts';
import { applyColour } from '../output/colour.ts';
import { connect } from './connect.ts';
import { runTui } from './run-tui.tsx';
import { enterAlternateScreen } from './terminal/alternate-screen.ts';
import { isPlainTerminal } from './terminal/is-plain.ts';

export interface TuiOptions {
  /** Draws with ASCII alone. */
  readonly ascii?: boolean;
}

/** Opens the terminal interface and ends when it is left. */
export async function startTui(context: Context, options: TuiOptions = {}): Promise<void> {
  applyColour(context.options().color);
  const connection = await connect(context);
  const screen = enterAlternateScreen();
  try {
    await runTui({
      connection,
      screen,
      locale: context.locale,
      plain: isPlainTerminal(process.env, options.ascii === true),
    });
  } finally {
    screen.leave();
    await connection.close();
  }
}
