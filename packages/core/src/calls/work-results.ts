/** A file that a user's task produced. */
export interface WorkFile {
  readonly kind: 'image' | 'video' | 'audio' | 'other';
  /** An uploaded file of ours, `/files/<name>`, or an `https:` address; null when it is neither, and no face follows it. */
  readonly url: string | null;
  /** As it was reported. */
  readonly given: string;
  readonly title: string;
  /** What it is to the task, of what was given to it: `start`, `mask` …; empty for what came of it. */
  readonly role: string;
}

const kinds: Readonly<Record<string, WorkFile['kind']>> = {
  ...{ draw: 'image', image: 'image', picture: 'image', video: 'video', music: 'audio', audio: 'audio' },
  // Roles of what was given.
  ...{ mask: 'image', start: 'image', end: 'image' },
  ...{ png: 'image', jpg: 'image', jpeg: 'image', webp: 'image', gif: 'image', avif: 'image' },
  ...{
    mp4: 'video',
    webm: 'video',
    mov: 'video',
    mp3: 'audio',
    wav: 'audio',
    ogg: 'audio',
    m4a: 'audio',
    flac: 'audio',
  },
};

const ownFile = /^\/files\/[A-Za-z0-9_-]+\.[a-z0-9]{1,5}$/;

/** With a host, and without a user name or password. */
const webAddress = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s"'<>\\]*)?$/;

/** An address that may be followed; anything that could run, or tell who follows it, is none. */
function safeAddress(given: string): string | null {
  return ownFile.test(given) || webAddress.test(given) ? given : null;
}

const textIn = (entry: Readonly<Record<string, unknown>>, names: readonly string[]): string =>
  names.map((name) => entry[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? '';

function fileOf(entry: unknown): WorkFile | null {
  const record: Readonly<Record<string, unknown>> =
    typeof entry === 'string' ? { url: entry } : typeof entry === 'object' && entry !== null ? { ...entry } : {};
  const given = textIn(record, ['url', 'src', 'href', 'path', 'file']);
  if (given === '') return null;
  const ending = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(given)?.[1]?.toLowerCase() ?? '';
  const reported = textIn(record, ['kind', 'type', 'role']).split('/')[0] ?? '';
  const kind =
    (Object.hasOwn(kinds, reported) && kinds[reported]) || (Object.hasOwn(kinds, ending) && kinds[ending]) || 'other';
  return {
    kind,
    url: safeAddress(given),
    given,
    title: textIn(record, ['title', 'name']),
    role: textIn(record, ['role']),
  };
}

/** At most so many are shown of one task. */
const most = 50;

/** The files in what a worker reported, each once: a list of addresses or of objects that hold one, or one of them alone. */
export function listWorkFiles(results: unknown): readonly WorkFile[] {
  const list: readonly unknown[] = Array.isArray(results) ? results : [results];
  const files = list.slice(0, most).flatMap((entry) => fileOf(entry) ?? []);
  return [...new Map(files.map((file) => [file.given, file])).values()];
}

/** The file that shows best what came of a task: the first image, else the first file that may be shown; null where there is none. */
export function pickPreview(results: unknown): Pick<WorkFile, 'kind' | 'url'> | null {
  const shown = listWorkFiles(results).filter(({ url, kind }) => url !== null && kind !== 'other');
  const picked = shown.find(({ kind }) => kind === 'image') ?? shown[0];
  return picked ? { kind: picked.kind, url: picked.url } : null;
}
