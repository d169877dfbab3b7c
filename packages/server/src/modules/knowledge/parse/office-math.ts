import { findElement, getElements, getText, type XmlElement } from './office-package.ts';

/** Converts Office equations to LaTeX. ECMA-376 part 1, 22.1. */

const group = (text: string) => `{${text}}`;
/** Wraps an argument in braces unless it is a single character. */
const raised = (text: string) => ([...text].length === 1 ? text : group(text));
const property = (element: XmlElement, name: string) => {
  const own = getElements(element).find((child) => child.name === `${element.name}Pr`);
  return findElement(own, name)?.attributes['m:val'];
};
const part = (element: XmlElement, name: string) => toLatex(findElement(element, name));

const operators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};
const accents: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\bar',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
};

const limits = (lower: string, upper: string) =>
  `${lower === '' ? '' : `_${raised(lower)}`}${upper === '' ? '' : `^${raised(upper)}`}`;

const structures: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:f': (element) => {
    const [above, below] = [part(element, 'm:num'), part(element, 'm:den')];
    return property(element, 'm:type') === 'lin' ? `${above}/${below}` : `\\frac${group(above)}${group(below)}`;
  },
  'm:sSup': (element) => `${part(element, 'm:e')}^${raised(part(element, 'm:sup'))}`,
  'm:sSub': (element) => `${part(element, 'm:e')}_${raised(part(element, 'm:sub'))}`,
  'm:sSubSup': (element) => part(element, 'm:e') + limits(part(element, 'm:sub'), part(element, 'm:sup')),
  'm:sPre': (element) => `{}${limits(part(element, 'm:sub'), part(element, 'm:sup'))}${part(element, 'm:e')}`,
  'm:rad': (element) => {
    const degree = part(element, 'm:deg');
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${group(part(element, 'm:e'))}`;
  },
  'm:nary': (element) => {
    const sign = property(element, 'm:chr') ?? '∫';
    return `${operators[sign] ?? sign}${limits(part(element, 'm:sub'), part(element, 'm:sup'))} ${part(element, 'm:e')}`;
  },
  'm:d': (element) => {
    const inner = getElements(element)
      .filter(({ name }) => name === 'm:e')
      .map(toLatex);
    const [open, close] = [property(element, 'm:begChr') ?? '(', property(element, 'm:endChr') ?? ')'];
    return open + inner.join(property(element, 'm:sepChr') ?? '|') + close;
  },
  'm:func': (element) => {
    const name = part(element, 'm:fName');
    return `${/^[a-z]{2,6}$/i.test(name) ? `\\${name}` : name} ${part(element, 'm:e')}`;
  },
  'm:limLow': (element) => `${part(element, 'm:e')}_${raised(part(element, 'm:lim'))}`,
  'm:limUpp': (element) => `${part(element, 'm:e')}^${raised(part(element, 'm:lim'))}`,
  'm:acc': (element) => `${accents[property(element, 'm:chr') ?? '\u0302'] ?? '\\hat'}${group(part(element, 'm:e'))}`,
  'm:bar': (element) =>
    `${property(element, 'm:pos') === 'top' ? '\\overline' : '\\underline'}${group(part(element, 'm:e'))}`,
  'm:m': (element) =>
    `\\begin{matrix}${rowsOf(element, 'm:mr')
      .map((row) => rowsOf(row, 'm:e').map(toLatex).join(' & '))
      .join(' \\\\ ')}\\end{matrix}`,
  'm:eqArr': (element) => rowsOf(element, 'm:e').map(toLatex).join(' \\\\ '),
};

const rowsOf = (element: XmlElement, name: string) => getElements(element).filter((child) => child.name === name);
const runText = (run: XmlElement) =>
  getElements(run)
    .filter(({ name }) => name === 'm:t' || name === 'w:t')
    .map(getText)
    .join('');

function toLatex(element: XmlElement | undefined): string {
  return getElements(element)
    .map((child) => {
      if (child.name === 'm:r' || child.name === 'w:r') return runText(child);
      return structures[child.name]?.(child) ?? (/Pr$/.test(child.name) ? '' : toLatex(child));
    })
    .join('');
}

const hasStructure = (element: XmlElement): boolean =>
  getElements(element).some((child) => structures[child.name] !== undefined || hasStructure(child));

/**
 * Formats an equation: as plain text when it is a simple sequence, otherwise (fractions, roots, powers) as LaTeX between dollars.
 */
export function formatEquation(element: XmlElement): string {
  const text = toLatex(element).trim();
  return hasStructure(element) && text !== '' ? `$${text}$` : text;
}
