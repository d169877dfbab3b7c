import { say } from '@gantry/core';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit.ts';
import { printRecords } from '../output/print.ts';
import { safe } from '../output/safe.ts';
import { type Item, type Outcome, outcomes, type Refusal } from './item.ts';

type Counts = Record<Outcome, number>;

/** What an import has come to. */
export interface Outcomes {
  readonly items: readonly Item[];
  readonly refusals: readonly Refusal[];
  readonly left: readonly Item[];
  readonly isDone: boolean;
  readonly dryRun: boolean;
}

const none = (): Counts => ({ created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 });

/** Counts by entity, in the order in which they were gone through; lines of no entity that is known come under theirs. */
function countsOf({ items, refusals }: Outcomes): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const of = (entity: string) => {
    const known = counts.get(entity) ?? none();
    counts.set(entity, known);
    return known;
  };
  for (const { movable, outcome } of items) {
    const known = of(movable.place.command);
    if (outcome !== null && outcome !== 'refused') known[outcome] += 1;
  }
  for (const { entity } of refusals) of(entity ?? '').refused += 1;
  return counts;
}

function total(counts: Iterable<Counts>): Counts {
  const sum = none();
  for (const one of counts) for (const outcome of outcomes) sum[outcome] += one[outcome];
  return sum;
}

function sayRefusals({ refusals, left }: Outcomes, { t, locale, note }: Context): void {
  for (const { line, entity, title, reasons } of [...refusals].sort((a, b) => a.line - b.line)) {
    const what = [entity ?? '', title ? `“${title}”` : ''].filter(Boolean).join(' ');
    note(safe([t('cli.line', { line }), what, reasons.join('; ')].filter(Boolean).join(': ')));
  }
  for (const { movable, title, state } of left) {
    const entity = say(movable.place.label, locale);
    note(safe(t('content.left', { entity, title, state: state ?? '' })));
  }
}

/** The outcome as a table or data, words for what was refused, and the exit status: 0 all, 3 some, 2 none could be taken. */
export async function report(outcomesOf: Outcomes, context: Context): Promise<void> {
  const { t, note } = context;
  const counts = countsOf(outcomesOf);
  const rows = [...counts].map(([entity, one]) => ({ entity: entity || t('content.allLines'), ...one }));
  const sum = total(counts.values());
  const columns = [
    { name: 'entity', title: t('content.entityTitle'), format: String },
    ...outcomes.map((name) => ({ name, title: titleOf(name, context), right: true, format: String })),
  ];
  const { dryRun, isDone, refusals } = outcomesOf;
  const data = { ...sum, dryRun, interrupted: !isDone, entities: rows, refusals };
  await printRecords(context, rows, columns, context.form('table'), data);
  sayRefusals(outcomesOf, context);
  note(t('content.sum', { ...sum }));
  if (dryRun) note(t('cli.dryDone'));
  if (!isDone) {
    note(t('content.interrupted'));
    return context.setStatus(exitCodes.interrupted);
  }
  const taken = sum.created + sum.updated + sum.unchanged + sum.skipped;
  if (sum.refused > 0) context.setStatus(taken > 0 ? exitCodes.partly : exitCodes.usage);
}

function titleOf(outcome: Outcome, { t }: Context): string {
  const titles = {
    created: t('content.created'),
    updated: t('content.updated'),
    unchanged: t('content.unchanged'),
    skipped: t('content.skipped'),
    refused: t('content.refused'),
  };
  return titles[outcome];
}
