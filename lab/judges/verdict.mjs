// Counts the tests in a JUnit report of Specmatic, and shows what failed.
//
//   node verdict.mjs REPORT KIND DOCUMENT
//
// Prints the number of tests, of failures and of operations tested on the first line. An operation of DOCUMENT that no right request
// was made for is a failure. Of KIND `wrong` only the requests that must be refused count: the others in that report are sent under
// keys that were used before, and are judged in the report of KIND `right`.

import { readFileSync } from 'node:fs';

const [report, kind, document] = process.argv.slice(2);
const tests = readFileSync(report, 'utf8')
  .split('<testcase ')
  .slice(1)
  .map((text) => ({ name: text.match(/contractTest\(\) &gt; ([^"]*)"/)[1], failed: /<(failure|error)\b/.test(text) }))
  .filter((test) => kind !== 'wrong' || test.name.startsWith('-ve'));
const failed = tests.filter((test) => test.failed).map((test) => test.name.replaceAll('&gt;', '>').slice(0, 400));
// Specmatic writes `/v1/ledgers/(id:string)` for `/v1/ledgers/{id}`.
const operation = (name) => name.match(/Scenario: ([A-Z]+ \S+)/)?.[1].replace(/\((\w+):\w+\)/g, '{$1}');
const tested = new Set(tests.map((test) => operation(test.name)));
if (kind === 'right') {
  const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
  for (const [path, item] of Object.entries(JSON.parse(readFileSync(document, 'utf8')).paths)) {
    methods.filter((method) => item[method] && !tested.has(`${method.toUpperCase()} ${path}`))
      .forEach((method) => failed.push(`${method.toUpperCase()} ${path}: no request`));
  }
}
console.log(`${tests.length} ${failed.length} ${tested.size}`);
failed.slice(0, 20).forEach((failure) => console.log(`  failed: ${failure}`));
