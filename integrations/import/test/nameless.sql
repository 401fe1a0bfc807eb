-- The tables of NamelessMC 2 that the conversion reads, as its migrations make them.
CREATE TABLE nl2_languages (id int AUTO_INCREMENT PRIMARY KEY, name varchar(64) NOT NULL, short_code varchar(64) NOT NULL,
  is_default tinyint(1) NOT NULL DEFAULT 0);
CREATE TABLE nl2_users (id int AUTO_INCREMENT PRIMARY KEY, username varchar(20) NOT NULL, nickname varchar(255) NOT NULL,
  password varchar(255) NOT NULL, pass_method varchar(12) NOT NULL DEFAULT 'default', joined int NOT NULL,
  email varchar(64) NOT NULL, isbanned tinyint(1) NOT NULL DEFAULT 0, lastip varchar(128), active tinyint(1) NOT NULL DEFAULT 0,
  language_id int, last_online int, UNIQUE (username, email));
CREATE TABLE nl2_groups (id int AUTO_INCREMENT PRIMARY KEY, name varchar(20) NOT NULL, group_html varchar(1024) NOT NULL,
  staff tinyint(1) NOT NULL DEFAULT 0, permissions text NOT NULL, default_group tinyint(1) NOT NULL DEFAULT 0,
  `order` int NOT NULL DEFAULT 1, deleted tinyint(1) NOT NULL DEFAULT 0);
CREATE TABLE nl2_users_groups (id int AUTO_INCREMENT PRIMARY KEY, user_id int NOT NULL, group_id int NOT NULL,
  received int NOT NULL DEFAULT 0, expire int NOT NULL DEFAULT 0, UNIQUE (user_id, group_id));
CREATE TABLE nl2_integrations (id int AUTO_INCREMENT PRIMARY KEY, name varchar(32) NOT NULL);
CREATE TABLE nl2_users_integrations (id int AUTO_INCREMENT PRIMARY KEY, user_id int NOT NULL, integration_id int NOT NULL,
  identifier varchar(64), username varchar(32), verified tinyint(1) NOT NULL DEFAULT 0, date int NOT NULL,
  UNIQUE (user_id, integration_id));
CREATE TABLE nl2_forums (id int AUTO_INCREMENT PRIMARY KEY, forum_title varchar(150) NOT NULL, forum_order int NOT NULL,
  news tinyint(1) NOT NULL DEFAULT 0);
CREATE TABLE nl2_topics (id int AUTO_INCREMENT PRIMARY KEY, forum_id int NOT NULL, topic_title varchar(150) NOT NULL,
  topic_creator int NOT NULL, topic_last_user int NOT NULL, topic_date int NOT NULL, topic_reply_date int NOT NULL,
  deleted tinyint(1) NOT NULL DEFAULT 0);
CREATE TABLE nl2_posts (id int AUTO_INCREMENT PRIMARY KEY, forum_id int NOT NULL, topic_id int NOT NULL,
  post_creator int NOT NULL, post_content mediumtext NOT NULL, post_date datetime, last_edited int,
  deleted tinyint(1) NOT NULL DEFAULT 0, created int, INDEX (topic_id));
CREATE TABLE nl2_custom_pages (id int AUTO_INCREMENT PRIMARY KEY, url varchar(255) NOT NULL, title varchar(255) NOT NULL,
  content mediumtext NOT NULL, redirect tinyint(1) NOT NULL DEFAULT 0, link varchar(512));
CREATE TABLE nl2_infractions (id int AUTO_INCREMENT PRIMARY KEY, type int NOT NULL, punished int NOT NULL, staff int NOT NULL,
  reason text NOT NULL, infraction_date datetime NOT NULL, created int NOT NULL, acknowledged tinyint(1) NOT NULL DEFAULT 0,
  revoked tinyint(1) NOT NULL DEFAULT 0, revoked_by int, revoked_at int);
