import { findElement, getElements, getText, type XmlElement } from './office-package.ts';

/** Converts Office equations to LaTeX. ECMA-376 part 1, 22.1. */

const group = (text: string) => `{${text}}`;
/** Wraps an argument in braces unless it is a single character. */
const groupRaised = (text: string) => ([...text].length === 1 ? text : group(text));
const readProperty = (element: XmlElement, name: string) => {
  const own = getElements(element).find((child) => child.name === `${element.name}Pr`);
  return findElement(own, name)?.attributes['m:val'];
};
const getPart = (element: XmlElement, name: string) => toLatex(findElement(element, name));

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

const formatLimits = (lower: string, upper: string) =>
  `${lower === '' ? '' : `_${groupRaised(lower)}`}${upper === '' ? '' : `^${groupRaised(upper)}`}`;

const structures: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:f': (element) => {
    const [above, below] = [getPart(element, 'm:num'), getPart(element, 'm:den')];
    return readProperty(element, 'm:type') === 'lin' ? `${above}/${below}` : `\\frac${group(above)}${group(below)}`;
  },
  'm:sSup': (element) => `${getPart(element, 'm:e')}^${groupRaised(getPart(element, 'm:sup'))}`,
  'm:sSub': (element) => `${getPart(element, 'm:e')}_${groupRaised(getPart(element, 'm:sub'))}`,
  'm:sSubSup': (element) =>
    getPart(element, 'm:e') + formatLimits(getPart(element, 'm:sub'), getPart(element, 'm:sup')),
  'm:sPre': (element) =>
    `{}${formatLimits(getPart(element, 'm:sub'), getPart(element, 'm:sup'))}${getPart(element, 'm:e')}`,
  'm:rad': (element) => {
    const degree = getPart(element, 'm:deg');
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${group(getPart(element, 'm:e'))}`;
  },
  'm:nary': (element) => {
    const sign = readProperty(element, 'm:chr') ?? '∫';
    return `${operators[sign] ?? sign}${formatLimits(getPart(element, 'm:sub'), getPart(element, 'm:sup'))} ${getPart(element, 'm:e')}`;
  },
  'm:d': (element) => {
    const inner = getElements(element)
      .filter(({ name }) => name === 'm:e')
      .map(toLatex);
    const [open, close] = [readProperty(element, 'm:begChr') ?? '(', readProperty(element, 'm:endChr') ?? ')'];
    return open + inner.join(readProperty(element, 'm:sepChr') ?? '|') + close;
  },
  'm:func': (element) => {
    const name = getPart(element, 'm:fName');
    return `${/^[a-z]{2,6}$/i.test(name) ? `\\${name}` : name} ${getPart(element, 'm:e')}`;
  },
  'm:limLow': (element) => `${getPart(element, 'm:e')}_${groupRaised(getPart(element, 'm:lim'))}`,
  'm:limUpp': (element) => `${getPart(element, 'm:e')}^${groupRaised(getPart(element, 'm:lim'))}`,
  'm:acc': (element) =>
    `${accents[readProperty(element, 'm:chr') ?? '\u0302'] ?? '\\hat'}${group(getPart(element, 'm:e'))}`,
  'm:bar': (element) =>
    `${readProperty(element, 'm:pos') === 'top' ? '\\overline' : '\\underline'}${group(getPart(element, 'm:e'))}`,
  'm:m': (element) =>
    `\\begin{matrix}${getRows(element, 'm:mr')
      .map((row) => getRows(row, 'm:e').map(toLatex).join(' & '))
      .join(' \\\\ ')}\\end{matrix}`,
  'm:eqArr': (element) => getRows(element, 'm:e').map(toLatex).join(' \\\\ '),
};

const getRows = (element: XmlElement, name: string) => getElements(element).filter((child) => child.name === name);
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
