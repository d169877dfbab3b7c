import { type Fields, formatResult } from '@gantry/core';
import { LinesPage } from '../parts/lines-page.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { renderResult } from './record/render-record.ts';

/** Shows a response with the labels of its fields, until the page is closed; `Y` copies the JSON of the response. */
export async function openResult(title: string, answer: unknown, output: Fields | undefined, tui: Tui): Promise<void> {
  const result = formatResult(answer, output, tui);
  await tui.open<void>('page', (close) => (
    <LinesPage
      title={title}
      lines={(width) => renderResult(result, width)}
      text={JSON.stringify(answer)}
      onDone={() => close()}
    />
  ));
}
