import type { Results } from './results.ts';
import { majorOf, shareOf } from './results.ts';

// A picture of the results: bars per contestant.

/** The stacks of the chart, with their titles. */
const STACKS = [
  ['none', 'Without middleware'],
  ['real', 'With CORS, security headers and the response time'],
] as const;
const CASES = [
  ['parameter', 'One route'],
  ['list of 100', 'List of 100'],
  ['POST', 'POST, validated'],
] as const;
const SERVERS = [
  ['createApp', 'createApp', 'own'],
  ['Fastify', 'Fastify', 'a'],
  ['Hono', 'Hono', 'b'],
  ['h3', 'h3', 'c'],
  ['Elysia on Node', 'Elysia on Node', 'd'],
  ['Express', 'Express', 'e'],
] as const;

const [WIDTH, HEIGHT] = [1010, 400];
const TOP = 96;
const BASE = 330;
const PANEL = 470;
const GROUP = 148;
const BAR = 20;

const STYLE = `
    .page { fill: #ffffff; } text { fill: #1b2430; font-size: 13px; } .head { font-size: 15px; font-weight: 600; } .small { fill: #51607a; font-size: 11px; }
    .middle { text-anchor: middle; } .grid { stroke: #d8dfea; } .own { fill: #1f6feb; } .a { fill: #55637d; } .b { fill: #7b8aa5; } .c { fill: #9caac1; } .d { fill: #bcc7d8; } .e { fill: #d3dbe7; }
    @media (prefers-color-scheme: dark) {
      .page { fill: #1b1b1f; } text { fill: #e6edf6; } .small { fill: #a3b1c6; } .grid { stroke: #343a46; } .own { fill: #58a6ff; } .a { fill: #a3b1c6; } .b { fill: #8593ab; } .c { fill: #697790; } .d { fill: #505c72; } .e { fill: #3c4658; }
    }`;

/**
 * Draws the speed of servers as bars.
 *
 * @throws {Error} If the results lack a stack, a contestant or a case of the chart.
 */
export function drawSpeed(results: Results): string {
  const panels = STACKS.map(([stack, title], i) => drawPanel(results, stack, title, 24 + i * (PANEL + 22)));
  const subject = `Requests per CPU second on Node ${majorOf(results)}, as a share of node:http by hand`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif">
  <title id="title">${subject}, for createApp and five other servers.</title>
  <style>${STYLE}
  </style>
  <rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="10"/>
  <text class="head" x="24" y="32">${subject}</text>
${[...panels.flat(), ...legend()].map((line) => `  ${line}\n`).join('')}</svg>
`;
}

function drawPanel(results: Results, stack: string, title: string, x: number): string[] {
  const lines = [`<text x="${x}" y="62">${title}</text>`];
  for (const share of [0, 0.5, 1]) {
    const y = heightOf(share);
    lines.push(
      `<path class="grid" d="M${x + 24} ${y}H${x + PANEL}"/>`,
      `<text class="small" x="${x}" y="${y + 4}">${share}</text>`,
    );
  }
  CASES.forEach(([column, label], group) => {
    const left = x + 34 + group * GROUP;
    SERVERS.forEach(([row, , style], i) => {
      const value = shareOf(results, stack, row, column);
      if (value === undefined) throw new Error(`The results have no share of ${row} for "${column}" (${stack})`);
      const [at, y] = [left + i * (BAR + 2), heightOf(value)];
      lines.push(
        `<rect class="${style}" x="${at}" y="${y}" width="${BAR}" height="${BASE - y}" rx="2"/>`,
        `<text class="small middle" x="${at + BAR / 2}" y="${y - 5}">${value.toFixed(2).replace(/^0/, '')}</text>`,
      );
    });
    lines.push(`<text class="middle" x="${left + (SERVERS.length * (BAR + 2)) / 2}" y="${BASE + 20}">${label}</text>`);
  });
  return lines;
}

function heightOf(share: number): number {
  return Math.round((BASE - share * (BASE - TOP)) * 10) / 10;
}

function legend(): string[] {
  return SERVERS.flatMap(([, label, style], i) => [
    `<rect class="${style}" x="${24 + i * 150}" y="370" width="14" height="14" rx="2"/>`,
    `<text x="${44 + i * 150}" y="382">${label}</text>`,
  ]);
}
