-- The tables of Azuriom 1 that the conversion reads, as its migrations make them.
CREATE TABLE roles (id int unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(255) NOT NULL, color char(6) NOT NULL,
  power int unsigned NOT NULL, is_admin tinyint(1) NOT NULL DEFAULT 0, created_at timestamp NULL, updated_at timestamp NULL);
CREATE TABLE users (id int unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(255) NOT NULL, email varchar(255) UNIQUE,
  email_verified_at timestamp NULL, password varchar(255) NOT NULL, role_id int unsigned NOT NULL DEFAULT 1,
  money decimal(14, 2) NOT NULL DEFAULT 0, game_id varchar(255), two_factor_secret varchar(255), last_login_at timestamp NULL,
  is_banned tinyint(1) NOT NULL DEFAULT 0, locale varchar(255), created_at timestamp NULL, updated_at timestamp NULL,
  deleted_at timestamp NULL);
CREATE TABLE posts (id int unsigned AUTO_INCREMENT PRIMARY KEY, author_id int unsigned NOT NULL, image varchar(255),
  title varchar(255) NOT NULL, description varchar(255) NOT NULL, slug varchar(255) NOT NULL UNIQUE, content text NOT NULL,
  is_pinned tinyint(1) NOT NULL DEFAULT 0, published_at timestamp NULL, created_at timestamp NULL, updated_at timestamp NULL);
CREATE TABLE pages (id int unsigned AUTO_INCREMENT PRIMARY KEY, title varchar(255) NOT NULL, description varchar(255) NOT NULL,
  slug varchar(255) NOT NULL UNIQUE, content text NOT NULL, is_enabled tinyint(1) NOT NULL DEFAULT 1,
  created_at timestamp NULL, updated_at timestamp NULL);
CREATE TABLE bans (id int unsigned AUTO_INCREMENT PRIMARY KEY, user_id int unsigned NOT NULL, author_id int unsigned NOT NULL,
  reason varchar(255), removed_at timestamp NULL, created_at timestamp NULL, updated_at timestamp NULL);
CREATE TABLE redirects (id int unsigned AUTO_INCREMENT PRIMARY KEY, source varchar(255) NOT NULL UNIQUE,
  destination varchar(255) NOT NULL, code int unsigned NOT NULL, is_enabled tinyint(1) NOT NULL DEFAULT 1);
