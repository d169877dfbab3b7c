/** A lesson as a list gives it. */
export interface CalendarLesson {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly teacher: string;
  readonly place?: string | null;
  /** UTC ms. */
  readonly startAt: number;
  readonly endAt: number;
  readonly updatedAt: number;
  readonly status: string;
}

/** Of a character in UTF-8. */
function octetsOf(sign: string): number {
  const point = sign.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
const maxOctets = 75;

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** A line in pieces of 75 octets, each but the first behind a space; no character is cut. */
function folded(line: string): string {
  const lines: string[] = [];
  let now = '';
  let octets = 0;
  for (const sign of line) {
    const more = octetsOf(sign);
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

/** `20261122T080000Z`. */
const stamp = (moment: number) => `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

function eventOf({ id, version, title, teacher, place, startAt, endAt, updatedAt, status }: CalendarLesson): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:lesson-${id}@gantry`,
    `DTSTAMP:${stamp(updatedAt)}`,
    `SEQUENCE:${version}`,
    `DTSTART:${stamp(startAt)}`,
    `DTEND:${stamp(endAt)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(teacher)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Lessons as a calendar that any program reads (RFC 5545); taken in again, a lesson that moved moves there too. */
export function createLessonCalendar(lessons: readonly CalendarLesson[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gantry//Lessons//EN',
    ...lessons.flatMap(eventOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
