/** A file that a user's task produced. */
export interface WorkFile {
  readonly kind: 'image' | 'video' | 'audio' | 'other';
  /** An uploaded file, `/files/<name>`, or an `https:` URL. Null when it is neither; clients do not link it then. */
  readonly url: string | null;
  /** The text as the worker reported it. */
  readonly given: string;
  readonly title: string;
  /** Role of an input file, such as `start` or `mask`; empty for an output. */
  readonly role: string;
}

const kinds: Readonly<Record<string, WorkFile['kind']>> = {
  ...{ draw: 'image', image: 'image', picture: 'image', video: 'video', music: 'audio', audio: 'audio' },
  // Roles of input files.
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

/** Matches a URL with a host and without user name and password. */
const webAddress = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s"'<>\\]*)?$/;

/** Returns the address when it is safe to link. Schemes that run code and URLs with credentials are not. */
function getSafeAddress(given: string): string | null {
  return ownFile.test(given) || webAddress.test(given) ? given : null;
}

const getTextIn = (entry: Readonly<Record<string, unknown>>, names: readonly string[]): string =>
  names.map((name) => entry[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? '';

function getFile(entry: unknown): WorkFile | null {
  const record: Readonly<Record<string, unknown>> =
    typeof entry === 'string' ? { url: entry } : typeof entry === 'object' && entry !== null ? { ...entry } : {};
  const given = getTextIn(record, ['url', 'src', 'href', 'path', 'file']);
  if (given === '') return null;
  const ending = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(given)?.[1]?.toLowerCase() ?? '';
  const reported = getTextIn(record, ['kind', 'type', 'role']).split('/')[0] ?? '';
  const kind =
    (Object.hasOwn(kinds, reported) && kinds[reported]) || (Object.hasOwn(kinds, ending) && kinds[ending]) || 'other';
  return {
    kind,
    url: getSafeAddress(given),
    given,
    title: getTextIn(record, ['title', 'name']),
    role: getTextIn(record, ['role']),
  };
}

/** Maximum number of files per task. */
const maxFiles = 50;

/**
 * Returns the distinct files of a task as its worker reported them: a list of addresses or objects with an address, or a single
 * one.
 */
export function listWorkFiles(results: unknown): readonly WorkFile[] {
  const list: readonly unknown[] = Array.isArray(results) ? results : [results];
  const files = list.slice(0, maxFiles).flatMap((entry) => getFile(entry) ?? []);
  return [...new Map(files.map((file) => [file.given, file])).values()];
}

/** Returns the file that represents a task best: the first image, else the first video or audio file, or null. */
export function pickPreview(results: unknown): Pick<WorkFile, 'kind' | 'url'> | null {
  const shown = listWorkFiles(results).filter(({ url, kind }) => url !== null && kind !== 'other');
  const picked = shown.find(({ kind }) => kind === 'image') ?? shown[0];
  return picked ? { kind: picked.kind, url: picked.url } : null;
}
