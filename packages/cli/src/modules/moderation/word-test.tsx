import {
  allowWord,
  bannedWord,
  can,
  formatValue,
  getDefault,
  getInputFields,
  getResourcePath,
  localize,
  type Tone,
  type Values,
  type WordHit,
  type WordTestAnswer,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { escapeControls, wrapText } from '../../output/wrap-text.ts';
import { FormPage } from '../../tui/fields/form-page.tsx';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, highlightSelected, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { DataTable, maxRows } from '../../tui/parts/data-table.tsx';
import type { DataCell } from '../../tui/parts/fit-columns.ts';
import type { Marks } from '../../tui/parts/marks.ts';
import { PageHeader } from '../../tui/parts/page-header.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import type { ActionPage } from '../../tui/resource/action-run.tsx';
import { createInputSender, createRecord } from '../../tui/resource/record/write-flow.tsx';

/** Marks the hits in a text. Positions are UTF-16 units of the original text. */
export function markHits(
  text: string,
  hits: readonly Pick<WordHit, 'start' | 'end'>[],
  mark: (part: string) => string,
): string {
  let from = 0;
  let marked = '';
  for (const hit of [...hits].sort((one, other) => one.start - other.start)) {
    if (hit.start < from) continue;
    marked += escapeControls(text.slice(from, hit.start)) + mark(escapeControls(text.slice(hit.start, hit.end)));
    from = hit.end;
  }
  return marked + escapeControls(text.slice(from));
}

const actionTone: Readonly<Record<string, Tone>> = {
  pass: 'good',
  warn: 'info',
  mask: 'warn',
  review: 'warn',
  block: 'bad',
};
const fields = bannedWord.fields;

function createHitRow(hit: WordHit, tui: Tui): DataCell[] {
  const { category, match, action } = fields;
  return [
    { text: escapeControls(hit.word) },
    { text: `${hit.start}-${hit.end}` },
    { text: formatValue(hit.match, match, tui) },
    { text: formatValue(hit.category, category, tui) },
    { text: formatValue(hit.action, action, tui), tone: actionTone[hit.action] ?? null },
    { text: hit.allowed ? tui.t('tui.allowedBy', { phrase: escapeControls(hit.allowedBy ?? '') }) : '', tone: 'good' },
    { text: `#${hit.wordId}`, tone: 'neutral' },
  ];
}

function formatResultLine(answer: WordTestAnswer, tui: Tui): string {
  const words = answer.action === 'pass' ? tui.t('tui.pass') : formatValue(answer.action, fields.action, tui);
  return `${renderDim(tui.t('tui.result'))}  ${renderBold(applyTone(words, actionTone[answer.action] ?? 'neutral'))}  ${renderDim(tui.t('tui.hitCount', { count: answer.hitCount }))}`;
}

function withLabel(label: string, text: string, width: number, lines: number, marks: Marks): string[] {
  const wrapped = wrapText(text, width - 2);
  const shown = wrapped.slice(0, lines);
  return [
    renderDim(label),
    ...shown.map((line) => `  ${line}`),
    ...(wrapped.length > lines ? [renderDim(`  ${marks.ellipsis}`)] : []),
  ];
}

interface ResultPageProps {
  readonly text: string;
  readonly answer: WordTestAnswer;
  /** Tests the same text again. */
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

/** Asks for a phrase to allow, prefilled with the first blocked word. Resolves to true when one was added. */
async function allowPhrase(text: string, { hits }: WordTestAnswer, tui: Tui): Promise<boolean> {
  const stopped = hits.find((hit) => !hit.allowed);
  const like = stopped ? { phrase: text.slice(stopped.start, stopped.end) } : {};
  return (await createRecord(allowWord, tui, like)) !== null;
}

function ResultPage({ text, answer, onAgain, onDone }: ResultPageProps) {
  const tui = useTui();
  const { t } = tui;
  const { width, height } = useArea();
  const mayAllow = can(tui.rights, allowWord, 'create') && answer.hits.some((hit) => !hit.allowed);
  useKeys(keymaps.wordTest, {
    ...(mayAllow ? { allow: () => void allowPhrase(text, answer, tui).then((done) => done && onAgain()) } : {}),
    again: onAgain,
    back: onDone,
    copyRow: () => tui.copy(JSON.stringify(answer)),
  });
  const lines = Math.max(1, Math.floor((height - 10) / 4));
  const rows = Math.max(1, Math.min(maxRows, height - 9 - lines * 3));
  const parts = [
    formatResultLine(answer, tui),
    ...withLabel(
      t('tui.givenText'),
      markHits(text, answer.hits, (part) => highlightSelected(part)),
      width,
      lines,
      tui.marks,
    ),
    ...withLabel(t('tui.normalized'), escapeControls(answer.normalized), width, lines, tui.marks),
    ...(answer.text === text ? [] : withLabel(t('tui.masked'), escapeControls(answer.text), width, lines, tui.marks)),
  ];
  const columns = [
    { title: localize(fields.word.label, tui.locale), priority: 9, min: 8 },
    { title: t('tui.place'), priority: 8, min: 5 },
    { title: localize(fields.match.label, tui.locale), priority: 6 },
    { title: localize(fields.category.label, tui.locale), priority: 4 },
    { title: localize(fields.action.label, tui.locale), priority: 7 },
    { title: t('tui.allowed'), priority: 5 },
    { title: t('common.id'), priority: 3 },
  ];
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader title={localize(bannedWord.actions.test.label, tui.locale)} />
      <Box flexDirection="column" paddingX={1} height={height - 2} overflow="hidden">
        <Text>{parts.join('\n')}</Text>
        <Text> </Text>
        {answer.hits.length > 0 && (
          <DataTable
            columns={columns}
            rows={answer.hits.slice(0, rows).map((hit) => createHitRow(hit, tui))}
            width={width - 2}
          />
        )}
      </Box>
    </Box>
  );
}

/** Asks for a text, then shows its normalized form, the matches with their rules, and the resulting action. */
function WordTest({ onDone }: { onDone: () => void }) {
  const tui = useTui();
  const [result, setResult] = useState<{ requested: Values; text: string; answer: WordTestAnswer } | null>(null);
  const [given, setGiven] = useState<Values | null>(null);
  const input = getInputFields(bannedWord, bannedWord.actions.test);
  const start = given ?? Object.fromEntries(Object.entries(input).map(([name, field]) => [name, getDefault(field)]));
  const test = async (requested: Values, text: string) => {
    const answer = await tui.client.call<WordTestAnswer>(getResourcePath(bannedWord.name, 'test'), requested);
    setResult({ requested, text, answer });
  };
  const send = createInputSender(input, tui, async (requested, typed) => {
    await test(requested, String(typed.text));
    setGiven(typed);
    return true;
  });
  if (result) {
    // The error is already reported; the previous result stays.
    const repeatTest = () => void test(result.requested, result.text).catch(() => undefined);
    return <ResultPage text={result.text} answer={result.answer} onAgain={repeatTest} onDone={() => setResult(null)} />;
  }
  return (
    <FormPage
      title={localize(bannedWord.actions.test.label, tui.locale)}
      purpose="run"
      fields={input}
      values={start}
      send={send}
      onDone={(sent) => !sent && onDone()}
    />
  );
}

export const wordTestPage: ActionPage = ({ onDone }) => <WordTest onDone={onDone} />;
