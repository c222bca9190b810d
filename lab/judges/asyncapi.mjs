// Judges an AsyncAPI document, prints what was found, and ends with 0 when that is nothing, 1 when it is something, 2 when a judge failed.
//
//   node asyncapi.mjs DOCUMENT

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Parser, fromFile } from '@asyncapi/parser';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const file = process.argv[2];
const severities = ['error', 'warning', 'info', 'hint'];
let found = 0;

function report(text) {
  found++;
  console.log(`  ${text}`);
}

try {
  console.log("== AsyncAPI's parser, by all of its rules");
  const { document, diagnostics } = await fromFile(new Parser(), file).parse();
  for (const { severity, code, path, message } of diagnostics) {
    report(`${severities[severity]} ${code} at /${path.join('/')}: ${message}`);
  }
  const counts = document
    ? `${document.channels().length} channels, ${document.operations().length} operations, ${document.messages().length} messages`
    : 'no document';
  console.log(`AsyncAPI ${document?.version() ?? '?'}: ${counts}, ${found} findings`);

  // The parser's rules for version 3 do not validate examples.
  console.log('== Ajv, by the schemas that the messages refer to');
  const { messages = {} } = JSON.parse(readFileSync(file, 'utf8')).components ?? {};
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats(ajv);
  const ids = new Map();
  let examples = 0;
  for (const [name, message] of Object.entries(messages)) {
    const [other, pointer] = message.payload.$ref.split('#');
    if (!ids.has(other)) {
      const schema = JSON.parse(readFileSync(resolve(dirname(file), other), 'utf8'));
      ajv.addSchema(schema);
      ids.set(other, schema.$id);
      ajv.compile({ $ref: schema.$id });
    }
    const validate = ajv.compile({ $ref: `${ids.get(other)}#${pointer}` });
    if (!message.examples?.length) {
      report(`message ${name} has no example`);
    }
    for (const example of message.examples ?? []) {
      examples++;
      if (!validate(example.payload)) {
        report(`message ${name}, example ${example.name}: ${ajv.errorsText(validate.errors, { dataVar: 'payload' })}`);
      }
    }
  }
  console.log(`${ids.size} schemas, ${examples} examples`);
} catch (failure) {
  console.error(`lab/judges/asyncapi: ${failure.stack}`);
  process.exit(2);
}

console.log(`\n${found === 0 ? 'Nothing was found.' : `${found} findings.`}`);
process.exit(found === 0 ? 0 : 1);
