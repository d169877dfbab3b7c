import purify from 'dompurify';
import { init } from 'redoc/bundles/redoc.standalone.js';
import { type ApiDocument, listOperations, narrowDocument } from './narrow-document.ts';
import { createRedocOptions } from './redoc-options.ts';

const english = {
  title: 'Gantry API reference',
  apiLabel: 'API',
  areaLabel: 'Area',
  findLabel: 'Find operation',
  languageLabel: 'Language',
  service: 'Service API',
  admin: 'Admin API',
  download: 'OpenAPI document',
  problem: 'The API description could not be loaded. Reload the page to try again.',
};

const chinese: typeof english = {
  title: 'Gantry API 参考',
  apiLabel: '接口',
  areaLabel: '范围',
  findLabel: '查找操作',
  languageLabel: '语言',
  service: '服务接口',
  admin: '管理接口',
  download: 'OpenAPI 文档',
  problem: '接口描述加载失败。请刷新页面重试。',
};

/** The page allows trusted types only: all markup that Redoc sets is sanitized. */
const { trustedTypes } = window as unknown as {
  trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): unknown };
};
trustedTypes?.createPolicy('default', { createHTML: (html) => purify.sanitize(html) });

/** The script is in a folder below the root of the server, which a proxy may publish under a path. */
const root = new URL('..', String(import.meta.url)).pathname;
const documentPaths = { service: `${root}openapi-service.json`, admin: `${root}openapi.json` } as const;
type Api = keyof typeof documentPaths;

const params = new URLSearchParams(location.search);
let api: Api = params.get('api') === 'admin' ? 'admin' : 'service';

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const isChinese = /^zh/i.test(params.get('lang') ?? readStored('locale') ?? navigator.language);
const texts = isChinese ? chinese : english;
const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (readStored('theme') ?? (darkQuery.matches ? 'dark' : 'light')) === 'dark';

function find<Part extends HTMLElement>(id: string): Part {
  const part = document.getElementById(id);
  if (!part) throw new Error(`the page has no part ${id}`);
  return part as Part;
}

const areas = find<HTMLSelectElement>('area');
let shown: ApiDocument | undefined;

function fillSelect(select: HTMLSelectElement, options: readonly (readonly [value: string, label: string])[]): void {
  select.replaceChildren(...options.map(([value, label]) => new Option(label, value)));
}

async function loadDocument(): Promise<ApiDocument> {
  const headers = { 'accept-language': isChinese ? 'zh-CN' : 'en' };
  const response = await fetch(documentPaths[api], { headers });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

/** Draws the chosen area in a new element: Redoc cannot replace its document. */
function draw(operationId?: string): void {
  if (!shown) return;
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  const place = document.createElement('main');
  place.id = 'reference';
  place.setAttribute('aria-busy', 'true');
  find('reference').replaceWith(place);
  const header = document.querySelector('header')?.offsetHeight ?? 0;
  init(narrowDocument(shown, areas.value), createRedocOptions(isDark(), isChinese, header), place, () => {
    place.setAttribute('aria-busy', 'false');
    if (operationId === undefined) return;
    // Redoc scrolls to an operation when the hash changes.
    location.hash = `operation/${operationId}`;
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
}

/** Stores the choice in the URL, so that it can be shared. */
function storeChoice(): void {
  const query = new URLSearchParams({ api, tag: areas.value });
  if (params.has('lang')) query.set('lang', isChinese ? 'zh' : 'en');
  history.replaceState(null, '', `?${query}`);
}

async function show(tag: string | null): Promise<void> {
  shown = await loadDocument();
  const operations = listOperations(shown);
  fillSelect(
    areas,
    shown.tags.map(({ name }) => [name, name]),
  );
  const ofHash = operations.find(({ operationId }) => location.hash.endsWith(`operation/${operationId}`));
  const chosen = ofHash?.tags?.[0] ?? tag;
  if (shown.tags.some(({ name }) => name === chosen)) areas.value = chosen ?? '';
  const options = operations.map(({ operationId, summary }) => {
    const option = document.createElement('option');
    option.value = operationId;
    option.label = summary;
    return option;
  });
  find('operations').replaceChildren(...options);
  find<HTMLAnchorElement>('download').href = documentPaths[api];
  draw(ofHash?.operationId);
}

function showProblem(): void {
  const place = find('reference');
  place.setAttribute('aria-busy', 'false');
  place.setAttribute('role', 'alert');
  place.className = 'problem';
  place.textContent = texts.problem;
}

function findOperation(operationId: string): void {
  const operation = shown && listOperations(shown).find((one) => one.operationId === operationId);
  if (!operation) return;
  areas.value = operation.tags?.[0] ?? areas.value;
  storeChoice();
  draw(operationId);
}

function fillTexts(): void {
  document.documentElement.lang = isChinese ? 'zh-CN' : 'en';
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  document.title = texts.title;
  const places = { title: texts.title, 'api-label': texts.apiLabel, 'area-label': texts.areaLabel };
  const others = { 'find-label': texts.findLabel, 'language-label': texts.languageLabel, download: texts.download };
  for (const [id, text] of Object.entries({ ...places, ...others })) find(id).textContent = text;
  fillSelect(find('api'), [
    ['service', texts.service],
    ['admin', texts.admin],
  ]);
  fillSelect(find('language'), [
    ['en', 'English'],
    ['zh', '中文'],
  ]);
  find<HTMLSelectElement>('api').value = api;
  find<HTMLSelectElement>('language').value = isChinese ? 'zh' : 'en';
}

function listen(): void {
  find('api').addEventListener('change', ({ target }) => {
    api = (target as HTMLSelectElement).value === 'admin' ? 'admin' : 'service';
    show(null).then(() => storeChoice(), showProblem);
  });
  areas.addEventListener('change', () => {
    storeChoice();
    draw();
  });
  find('find').addEventListener('change', ({ target }) => findOperation((target as HTMLInputElement).value.trim()));
  find('language').addEventListener('change', ({ target }) => {
    const query = new URLSearchParams(location.search);
    query.set('lang', (target as HTMLSelectElement).value);
    query.delete('tag');
    location.search = String(query);
  });
  darkQuery.addEventListener('change', () => draw());
}

fillTexts();
listen();
show(params.get('tag')).catch(showProblem);
