import { type Fields, formatResult } from '@gantry/core';
import { LinesPage } from '../parts/lines-page.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { answerLines } from './record/record-lines.ts';

/** Shows what was answered, in the words of its fields, until it is left; `Y` copies it as it came. */
export async function openResult(title: string, answer: unknown, output: Fields | undefined, tui: Tui): Promise<void> {
  const reported = formatResult(answer, output, tui);
  await tui.open<void>('page', (close) => (
    <LinesPage
      title={title}
      lines={(width) => answerLines(reported, width)}
      text={JSON.stringify(answer)}
      onDone={() => close()}
    />
  ));
}
