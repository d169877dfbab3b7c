/** A lesson as lists return it. */
export interface CalendarLesson {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly teacher: string;
  readonly place?: string | null;
  /** UTC milliseconds. */
  readonly startAt: number;
  readonly endAt: number;
  readonly updatedAt: number;
  readonly status: string;
}

/** Number of UTF-8 octets of a character. */
function getOctets(sign: string): number {
  const point = sign.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
const maxOctets = 75;

const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** Folds a line into pieces of at most 75 octets, without splitting characters. Every piece but the first starts with a space. */
function foldLine(line: string): string {
  const lines: string[] = [];
  let now = '';
  let octets = 0;
  for (const sign of line) {
    const more = getOctets(sign);
    if (octets + more > maxOctets) {
      lines.push(now);
      now = ' ';
      octets = 1;
    }
    now += sign;
    octets += more;
  }
  return [...lines, now].join('\r\n');
}

/** Formats a time as `20261122T080000Z`. */
const stamp = (moment: number) => `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

function getEvent({ id, version, title, teacher, place, startAt, endAt, updatedAt, status }: CalendarLesson): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:lesson-${id}@gantry`,
    `DTSTAMP:${stamp(updatedAt)}`,
    `SEQUENCE:${version}`,
    `DTSTART:${stamp(startAt)}`,
    `DTEND:${stamp(endAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(teacher)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Creates an iCalendar file (RFC 5545) of lessons. Importing it again updates lessons that have moved. */
export function createLessonCalendar(lessons: readonly CalendarLesson[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gantry//Lessons//EN',
    ...lessons.flatMap(getEvent),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
