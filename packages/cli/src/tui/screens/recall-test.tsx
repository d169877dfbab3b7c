import { defaultOf, formatValue, inputFields, recallRecord, resourcePath, say, type Values } from '@gantry/core';
import { useState } from 'react';
import { safe } from '../../output/safe.ts';
import { FormPage } from '../fields/form-page.tsx';
import { bold, chosen, dim, toned } from '../parts/colours.ts';
import { LinesPage } from '../parts/lines-page.tsx';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { wrapText } from '../parts/wrap-text.ts';
import type { ActionPage } from '../resource/actions-flow.tsx';
import { inputSender } from '../resource/write-flow.tsx';
import { markHits } from './word-test.tsx';

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

/** Lines of a chunk's text that are shown. */
const mostLines = 3;
const { test } = recallRecord.actions;
const { output } = test;

const percent = (score: number | null) => (score === null ? '–' : `${(score * 100).toFixed(1)}%`);

function hitLines(hit: Hit, width: number, tui: Tui): string[] {
  const label = (name: 'keywordScore' | 'vectorScore' | 'rerankScore') => dim(say(output[name].label, tui.locale));
  const { rerankScore = null } = hit;
  const reranked = rerankScore === null ? '' : `  ${label('rerankScore')} ${percent(rerankScore)}`;
  const name = [hit.docName, hit.title].filter(Boolean).map(safe).join(' · ');
  const scores = `${label('keywordScore')} ${percent(hit.keywordScore)}  ${label('vectorScore')} ${percent(hit.vectorScore)}${reranked}`;
  const places = hit.marks.map(([start, end]) => ({ start, end }));
  const text = markHits(
    hit.excerpt.replaceAll(/\s+/g, (space) => ' '.repeat(space.length)),
    places,
    chosen,
  );
  return [
    `${bold(String(hit.rank).padStart(2))}  ${bold(percent(hit.score))}  ${scores}  ${dim(`#${hit.chunkId}`)} ${name}`,
    ...wrapText(text, width - 6)
      .slice(0, mostLines)
      .map((line) => `    ${line}`),
    '',
  ];
}

function sideLines(setting: Setting, hits: readonly Hit[], width: number, tui: Tui): string[] {
  const mode = formatValue(setting.mode, recallRecord.fields.mode, tui);
  const took = formatValue(setting.latencyMs, recallRecord.fields.latencyMs, tui);
  const { degraded, notReranked = null, fusion } = setting;
  const warn = (name: 'degraded' | 'notReranked', reason: string | null) =>
    reason === null ? '' : `  ${toned(`${say(output[name].label, tui.locale)}: ${reason}`, 'warn')}`;
  const together = fusion === 'reciprocal' ? `  ${dim(formatValue(fusion, output.fusion, tui))}` : '';
  const why = warn('degraded', degraded) + warn('notReranked', notReranked);
  const head = `${bold(mode)}${together}  ${dim(took)}${why}`;
  if (hits.length === 0) return [head, `    ${dim(tui.t('tui.nothingPicked'))}`, ''];
  return [head, '', ...hits.flatMap((hit) => hitLines(hit, width, tui))];
}

/** The answer as lines: each chunk with its scores and the words of the question in it, one setting after the other. */
function recallLines(answer: RecallAnswer, width: number, tui: Tui): string[] {
  const first = sideLines(answer, answer.hits, width, tui);
  return answer.other ? [...first, ...sideLines(answer.other, answer.otherHits ?? [], width, tui)] : first;
}

/** Asks for a question and how to search, then shows what was found; back goes to the question, to be tried otherwise. */
function RecallTest({ onDone }: { onDone: () => void }) {
  const tui = useTui();
  const { width } = useArea();
  const [answer, setAnswer] = useState<RecallAnswer | null>(null);
  const [given, setGiven] = useState<Values | null>(null);
  const input = inputFields(recallRecord, test);
  const start = given ?? Object.fromEntries(Object.entries(input).map(([name, field]) => [name, defaultOf(field)]));
  const send = inputSender(input, tui, async (asked, typed) => {
    const found = await tui.write<RecallAnswer>(resourcePath(recallRecord.name, 'test'), asked);
    setGiven(typed);
    setAnswer(found);
  });
  const title = say(test.label, tui.locale);
  if (answer) {
    const lines = recallLines(answer, width - 2, tui);
    return <LinesPage title={title} lines={lines} text={JSON.stringify(answer)} onDone={() => setAnswer(null)} />;
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
