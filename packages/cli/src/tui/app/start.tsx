import process from 'node:process';
import type { Context } from '../../context/context.ts';
import { applyColour } from '../../output/colour.ts';
import { enterAlternateScreen } from '../driver/alternate-screen.ts';
import { isPlainTerminal } from '../driver/is-plain.ts';
import { isAccessibleTerminal } from '../driver/is-spoken.ts';
import { connect } from './connect.ts';
import { runTui } from './run-tui.tsx';

export interface TuiOptions {
  /** Draws with ASCII alone. */
  readonly ascii?: boolean;
  /** Says what changes line after line, for a screen reader. */
  readonly screenReader?: boolean;
}

/** Opens the terminal interface and ends when it is left. */
export async function startTui(context: Context, options: TuiOptions = {}): Promise<void> {
  const accessible = isAccessibleTerminal(process.env, options.screenReader === true);
  applyColour(accessible ? 'never' : context.options().color);
  const connection = await connect(context);
  const lines = process.env.TERM === 'dumb' ? 'nothing' : 'lines';
  const screen = enterAlternateScreen(accessible ? lines : 'screen');
  try {
    await runTui({
      connection,
      screen,
      locale: context.locale,
      accessible,
      plain: isPlainTerminal(process.env, options.ascii === true),
    });
  } finally {
    screen.leave();
    await connection.close();
  }
}
