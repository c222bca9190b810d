INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES ('executed', 'shop', 'POST /orders', '\x73f80633a12775cf851028a7f46de439591e1d7827828d83c883678e9615ae44', NULL, 1795948608735047, 9223372036854775807, 1, 1795948608735047, NULL, 1, '\x016120726573756c74');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES ('expired', 'shop', 'POST /orders', '\xfa64ea1e82e1206f828ab2a02917c7e92accb98e3b95881a1b4ad52b914b66e3', NULL, 1795948608839883, 1, 1, 1795948608839883, NULL, 1, '\x016f6c64');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES ('half done', 'shop', 'POST /orders', '\x70f0bdbbb0d324a65171152ae8038294914739e4587c5d9761410a697ec6a0e9', NULL, 1795948608994614, 9223372036854775807, 1, 1795948608994614, 1795948609033582, 1, '\x00000001000566697273740001000000126f6620746865206669727374207068617365');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES ('leased', 'shop', 'POST /orders', '\x1ef001c44773ada34af4534af34dfedffb7f112e831b0572b0998b6b3e167cca', NULL, 1795948608902181, 9223372036854775807, 1, 1795948608902181, NULL, 1, '\x016c6561736564');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES ('long', 'shop', 'POST /orders', '\xfc66f021c67d064c1490a12b5a4d4d2f5167ca692a16ca12f1f3a4cda29a6fa9', NULL, 1795948608772855, 9223372036854775807, 1, 1795948608772855, NULL, 1, '\x0200001b587801edd5b90d00200c03c055b25a0a441381c4b33f0b30c29569add8975173f4586ddf3a912e49f8027db00556910834a4210d6948431ad2908634a4210d6948431ad2908634a4210d69f8d1f0010fa1e3c8');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES ('refused', 'shop', 'POST /orders', '\x83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', NULL, 1795948608786251, 9223372036854775807, 1, 1795948608786251, NULL, 1, '\x116e6f');
INSERT INTO counterfoil_message_try (message_hash, tries, counted_at)
  VALUES ('\x9015e29646067254a5fe40c26a693d42704bd2cd4e7ff29e29e23cd1d6a89c98', 1, 1795948609062956);
INSERT INTO counterfoil_outbox (key_hash, topic, message, added_at)
  VALUES (1137334324749898932, 'orders', '\x0100066f726465727300036d2d3100076f7264657220370010464c764b697964596d53525243594c4b000a746578742f706c61696e000100087072696f726974790004686967680000000961206d657373616765', 1795948609059345);
INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at, created, known, refused)
  VALUES ('client:shop', 'monday''s orders', 'orders', 1795948609141110, 2, 0, 1);
INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id, problem)
  VALUES (1, 0, 0, 'order 0', '01a20226-447d-7329-8af5-2b1df7e77800', NULL);
INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id, problem)
  VALUES (1, 1, 0, 'order 1', '01a20226-447d-7329-8af5-2b1df7e77800', NULL);
INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id, problem)
  VALUES (1, 2, 2, NULL, NULL, 'no such order');
INSERT INTO counterfoil_creation (command_id, entity_id, command_name, created_at)
  VALUES ('01a20226-447d-7329-8af5-2b1df7e778f7', '01a20226-447d-7329-8af5-2b1df7e77800', 'open-account', 1795948609131080);
INSERT INTO counterfoil_operation (id, namespace, kind, reference, state, input, recovery_point, step, done, total, result, failure, failures, created_at, started_at, finished_at, correlation_id, callback_target, callback_id, callback_state, callback_tries)
  VALUES ('01a226e0-fedf-754c-9944-72b9ff03a901', 'client:shop', 'count', 'ended', 'SUCCEEDED', '', 'iii', 4, 3, NULL, '{"counted":3}', NULL, 0, 1795948609244714, 1795948609244714, 1795948609244714, 'oBlnErsiW7oFydFv', NULL, '01a226e0-ff17-731e-83cf-fa14042a5669', 'NONE', 0);
INSERT INTO counterfoil_operation (id, namespace, kind, reference, state, input, recovery_point, step, done, total, result, failure, failures, created_at, started_at, finished_at, correlation_id, callback_target, callback_id, callback_state, callback_tries)
  VALUES ('01a226e0-ff47-76b3-8ccb-386d17658e69', 'client:shop', 'count', 'half done', 'RUNNING', '', 'i', 1, 1, NULL, NULL, NULL, 0, 1795948609351456, 1795948609351456, NULL, 'sgbfl6mCvQE8R1Ri', NULL, '01a226e0-ff47-76b3-8dbf-2b3619e9931c', 'NONE', 0);
INSERT INTO counterfoil_operation_queue (task_name, task_instance, task_data, execution_time, picked, picked_by, last_success, last_failure, consecutive_failures, last_heartbeat, version)
  VALUES ('count', '01a226e0-ff47-76b3-8ccb-386d17658e69', NULL, '2026-01-01 00:00:00+00', false, NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO counterfoil_client_journal (request_id, target, opened_at, holder, held_until, entry)
  VALUES ('pending', 'POST example.com/orders', 1795946400123456, 'e554d6ad-a0fd-4e4f-994d-87b1ba78eeae', 1795948609103478, '\x010000000770656e64696e670100000004504f53540000002168747470733a2f2f6578616d706c652e636f6d2f6f72646572733f6472793d6e6f000000010000000c436f6e74656e742d54797065000000106170706c69636174696f6e2f6a736f6e0000000c7b22616d6f756e74223a357d00000007617474656d7074000661675b370a40');
