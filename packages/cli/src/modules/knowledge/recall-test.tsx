import {
  can,
  formatValue,
  getDefault,
  getInputFields,
  getResourcePath,
  knowChunk,
  localize,
  recallRecord,
  type Values,
} from '@gantry/core';
import { useState } from 'react';
import { escapeControls, wrapText } from '../../output/wrap-text.ts';
import { FormPage } from '../../tui/fields/form-page.tsx';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, highlightSelected, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { LinesView, useScroll } from '../../tui/parts/lines-page.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import type { ActionPage } from '../../tui/resource/action-run.tsx';
import { createInputSender, updateRecord } from '../../tui/resource/record/write-flow.tsx';
import { markHits } from '../moderation/word-test.tsx';

interface Hit {
  readonly rank: number;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  readonly rerankScore?: number | null;
  readonly chunkId: number;
  readonly docName: string;
  readonly title: string;
  readonly excerpt: string;
  readonly marks: readonly (readonly [number, number])[];
}

interface Setting {
  readonly mode: string;
  readonly latencyMs: number;
  readonly degraded: string | null;
  readonly notReranked?: string | null;
  readonly fusion?: string | null;
}

export interface RecallAnswer extends Setting {
  readonly hits: readonly Hit[];
  readonly other?: Setting;
  readonly otherHits?: readonly Hit[];
}

/** How many lines of a chunk are shown. */
const maxLines = 3;
const { test } = recallRecord.actions;
const { output } = test;

const getPercent = (score: number | null) => (score === null ? '–' : `${(score * 100).toFixed(1)}%`);

function formatHit(hit: Hit, width: number, tui: Tui): string[] {
  const getLabel = (name: 'keywordScore' | 'vectorScore' | 'rerankScore') =>
    renderDim(localize(output[name].label, tui.locale));
  const { rerankScore = null } = hit;
  const reranked = rerankScore === null ? '' : `  ${getLabel('rerankScore')} ${getPercent(rerankScore)}`;
  const name = [hit.docName, hit.title].filter(Boolean).map(escapeControls).join(' · ');
  const scores = `${getLabel('keywordScore')} ${getPercent(hit.keywordScore)}  ${getLabel('vectorScore')} ${getPercent(hit.vectorScore)}${reranked}`;
  const targets = hit.marks.map(([start, end]) => ({ start, end }));
  const text = markHits(
    hit.excerpt.replaceAll(/\s+/g, (space) => ' '.repeat(space.length)),
    targets,
    highlightSelected,
  );
  return [
    `${renderBold(String(hit.rank).padStart(2))}  ${renderBold(getPercent(hit.score))}  ${scores}  ${renderDim(`#${hit.chunkId}`)} ${name}`,
    ...wrapText(text, width - 6)
      .slice(0, maxLines)
      .map((line) => `    ${line}`),
    '',
  ];
}

function formatSetting(setting: Setting, hits: readonly Hit[], width: number, tui: Tui): string[] {
  const mode = formatValue(setting.mode, recallRecord.fields.mode, tui);
  const took = formatValue(setting.latencyMs, recallRecord.fields.latencyMs, tui);
  const { degraded, notReranked = null, fusion } = setting;
  const warn = (name: 'degraded' | 'notReranked', reason: string | null) =>
    reason === null ? '' : `  ${applyTone(`${localize(output[name].label, tui.locale)}: ${reason}`, 'warn')}`;
  const together = fusion === 'reciprocal' ? `  ${renderDim(formatValue(fusion, output.fusion, tui))}` : '';
  const why = warn('degraded', degraded) + warn('notReranked', notReranked);
  const head = `${renderBold(mode)}${together}  ${renderDim(took)}${why}`;
  if (hits.length === 0) return [head, `    ${renderDim(tui.t('tui.nothingPicked'))}`, ''];
  return [head, '', ...hits.flatMap((hit) => formatHit(hit, width, tui))];
}

/** Formats the result: each chunk with its scores and marked query terms, one setting after the other. */
function formatAnswer(answer: RecallAnswer, width: number, tui: Tui): string[] {
  const first = formatSetting(answer, answer.hits, width, tui);
  return answer.other ? [...first, ...formatSetting(answer.other, answer.otherHits ?? [], width, tui)] : first;
}

interface FoundPageProps {
  readonly title: string;
  readonly answer: RecallAnswer;
  /** Repeats the query. */
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

/** Shows the results. A chunk can be edited from here, and the query repeated. */
function FoundPage({ title, answer, onAgain, onDone }: FoundPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const lines = formatAnswer(answer, width - 2, tui);
  const { top, moves } = useScroll(lines.length, height - 2);
  const edit = (rank: number) => {
    const hit = answer.hits.find((one) => one.rank === rank);
    if (hit) void updateRecord(knowChunk, hit.chunkId, tui).then((done) => done && onAgain());
  };
  useKeys(keymaps.recall, {
    ...moves,
    ...(can(tui.rights, knowChunk, 'update') ? { edit: (key) => edit(Number(key.name)) } : {}),
    again: onAgain,
    copyRow: () => tui.copy(JSON.stringify(answer)),
    back: onDone,
  });
  return <LinesView title={title} lines={lines} top={top} />;
}

/** Asks for a query and search options, then shows the results. Going back returns to the query, to try other options. */
function RecallTest({ onDone }: { onDone: () => void }) {
  const tui = useTui();
  const [answer, setAnswer] = useState<{ requested: Values; found: RecallAnswer } | null>(null);
  const [given, setGiven] = useState<Values | null>(null);
  const input = getInputFields(recallRecord, test);
  const start = given ?? Object.fromEntries(Object.entries(input).map(([name, field]) => [name, getDefault(field)]));
  const prompt = async (requested: Values) => {
    const found = await tui.write<RecallAnswer>(getResourcePath(recallRecord.name, 'test'), requested);
    setAnswer({ requested, found });
  };
  const send = createInputSender(input, tui, async (requested, typed) => {
    await prompt(requested);
    setGiven(typed);
    return true;
  });
  const title = localize(test.label, tui.locale);
  if (answer) {
    // The error is already reported; the previous results stay.
    const repeatTest = () => void prompt(answer.requested).catch(() => undefined);
    return <FoundPage title={title} answer={answer.found} onAgain={repeatTest} onDone={() => setAnswer(null)} />;
  }
  return (
    <FormPage
      title={title}
      purpose="run"
      fields={input}
      values={start}
      send={send}
      onDone={(sent) => !sent && onDone()}
    />
  );
}

export const recallTestPage: ActionPage = ({ onDone }) => <RecallTest onDone={onDone} />;
