import type { ColorFamily } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';

/** Where each family begins on the circle of hues, in degrees. Red goes on to 360 and from there to orange. */
const begins: readonly (readonly [ColorFamily, number])[] = [
  ['orange', 15],
  ['yellow', 40],
  ['green', 70],
  ['cyan', 160],
  ['blue', 200],
  ['purple', 255],
  ['pink', 290],
  ['red', 345],
];
/** The strongest of red, green and blue is less than this above the weakest, of 255: it looks grey. */
const minChroma = 23;

/** A digit of a colour as a number; both databases read it alike. */
function digit(color: RawBuilder<unknown>, at: number): RawBuilder<unknown> {
  const one = sql`upper(substr(${color}, ${sql.lit(at)}, 1))`;
  return sql`case ${one} when 'A' then 10 when 'B' then 11 when 'C' then 12 when 'D' then 13 when 'E' then 14
    when 'F' then 15 else cast(${one} as integer) end`;
}

const channel = (color: RawBuilder<unknown>, at: number) => sql`16 * (${digit(color, at)}) + (${digit(color, at + 1)})`;

/** The family of a colour `#RRGGBB`, worked out in whole numbers. */
function familyOf(color: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = sql`select ${channel(color, 2)} as r, ${channel(color, 4)} as g, ${channel(color, 6)} as b`;
  const spread = sql`select r, g, b, case when r >= g and r >= b then r when g >= b then g else b end
    - case when r <= g and r <= b then r when g <= b then g else b end as c from (${parts}) rgb`;
  const hue = sql`select c, case when c = 0 then 0 when r >= g and r >= b then (360 * c + 60 * (g - b)) / c % 360
    when g >= b then (120 * c + 60 * (b - r)) / c else (240 * c + 60 * (r - g)) / c end as h from (${spread}) spread`;
  const families = begins.toReversed().map(([family, from]) => sql`when h >= ${sql.lit(from)} then ${sql.lit(family)}`);
  return sql`(select case when c < ${sql.lit(minChroma)} then 'neutral' ${sql.join(families, sql` `)} else 'red' end
    from (${hue}) hues)`;
}

/** The condition that a column holds a colour of one of some families; null is none at all. */
export function matchFamilies(color: RawBuilder<unknown>, families: readonly (string | null)[]): RawBuilder<unknown> {
  const named = families.filter((family) => family !== null);
  const each = [
    ...(named.length < families.length ? [sql`${color} is null`] : []),
    ...(named.length > 0 ? [sql`(${color} is not null and ${familyOf(color)} in (${sql.join(named)}))`] : []),
  ];
  return sql`(${sql.join(each, sql` or `)})`;
}
